#include "gate/core/text.h"
#include "gate/git/libgit2_repository.h"
#include "gate/git/plumbing_repository.h"
#include "tests/support/repo_builder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace pumuki::git {
namespace {

/// A "git" in front of PATH that writes one line per start and then becomes the real one.
class GitCosts : public testing::Test {
 protected:
  void SetUp() override {
    repo_.init().commit_file("a", "1").set_upstream("main", "HEAD").commit_file("b", "2");
    repo_.config("pumuki.installed", "true").write("c", "3");
    const std::string wrapper = repo_.temp() / "bin/git";
    test::write_bytes(wrapper, "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'" + log() +
                                   "'\nPATH=${PATH#*:} exec git \"$@\"\n");
    std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    const auto& real = repo_.environment();
    environment_ = real.with("PATH", repo_.temp() / "bin:" + std::string{*real.get("PATH")});
  }

  /// What one verdict asks: state, lifecycle, SDD session, hooks.
  static void look_once(Repository& repository) {
    const auto status = repository.status(Untracked::Folders);
    ASSERT_TRUE(status) << describe(status.error());
    EXPECT_EQ(status->head.upstream, "origin/main");
    EXPECT_EQ(status->head.ahead, 1U);
    EXPECT_EQ(status->unstaged(), 1U);
    const auto config = repository.local_config();
    ASSERT_TRUE(config) << describe(config.error());
    EXPECT_EQ(find_config(*config, "pumuki.installed"), "true");
    const auto layout = repository.layout();
    ASSERT_TRUE(layout) << describe(layout.error());
    EXPECT_FALSE(layout->hooks_dir.empty());
    EXPECT_FALSE(layout->top_level.empty());
  }

  [[nodiscard]] std::string log() const { return repo_.temp() / "starts"; }
  [[nodiscard]] std::size_t starts() const {
    const std::string text = std::filesystem::exists(log()) ? test::read_bytes(log()) : "";
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }

  test::RepoBuilder repo_;
  Environment environment_;
};

TEST_F(GitCosts, a_verdict_starts_two_processes) {
  look_once(*open_with_plumbing(repo_.root(), environment_));
  EXPECT_EQ(starts(), 2U) << test::read_bytes(log());
}

TEST_F(GitCosts, order_of_the_questions_does_not_matter) {
  const auto repository = open_with_plumbing(repo_.root(), environment_);
  ASSERT_TRUE(repository->layout());
  look_once(*repository);
  ASSERT_TRUE(repository->local_config());
  EXPECT_EQ(starts(), 2U) << test::read_bytes(log());
}

TEST_F(GitCosts, hooks_path_and_linked_worktree_cost_nothing_more) {
  repo_.config("core.hooksPath", "~/hooks").config("branch.linked.remote", "origin");
  const std::string worktree = repo_.add_worktree("linked");
  const auto repository = open_with_plumbing(worktree, environment_);
  ASSERT_TRUE(repository->status(Untracked::Folders));
  ASSERT_TRUE(repository->local_config());
  ASSERT_TRUE(repository->layout());
  EXPECT_EQ(starts(), 2U) << test::read_bytes(log());
}

TEST_F(GitCosts, a_hooks_environment_costs_nothing_more) {
  const auto environment = environment_.with("GIT_DIR", repo_.root() + "/.git")
                               .with("GIT_INDEX_FILE", ".git/index")
                               .with("GIT_PREFIX", "");
  look_once(*open_with_plumbing(repo_.root(), environment));
  EXPECT_EQ(starts(), 2U) << test::read_bytes(log());
}

TEST_F(GitCosts, libgit2_starts_a_process_for_the_tree_only) {
  const auto library = std::make_shared<GitLibrary>(environment_);
  const auto repository = open_with_libgit2(repo_.root(), environment_, library);
  EXPECT_EQ(starts(), 0U);
  look_once(*repository);
  EXPECT_TRUE(repository->head());
  EXPECT_TRUE(repository->merged_branches());
  EXPECT_EQ(starts(), 1U) << test::read_bytes(log());
}

TEST_F(GitCosts, the_tree_is_looked_at_every_time) {
  const auto repository = open_with_plumbing(repo_.root(), environment_);
  EXPECT_EQ(repository->status(Untracked::Folders)->entries.size(), 1U);
  repo_.write("d", "4");
  EXPECT_EQ(repository->status(Untracked::Folders)->entries.size(), 2U);
}

TEST_F(GitCosts, git_gets_the_environment_and_its_safety_settings) {
  test::write_bytes(repo_.temp() / "bin/git", "#!/bin/sh\nenv >'" + log() + "'\nexit 128\n");
  const auto environment = environment_.with("GIT_DIR", "x").with("LC_ALL", "de_DE.UTF-8");
  EXPECT_FALSE(open_with_plumbing(repo_.root(), environment)->head());
  const std::string seen = test::read_bytes(log());
  for (const char* line :
       {"GIT_DIR=x\n", "LC_ALL=C\n", "GIT_OPTIONAL_LOCKS=0\n", "GIT_TERMINAL_PROMPT=0\n"}) {
    EXPECT_THAT(seen, testing::HasSubstr(line));
  }
}

TEST(Git_Library, many_threads_ask_at_once) {
  test::RepoBuilder repo;
  repo.init().commit("1").branch("topic").config("pumuki.installed", "true");
  const auto library = std::make_shared<GitLibrary>(repo.environment());
  const auto environment = repo.environment().with("PATH", "/nonexistent");
  std::vector<std::string> failures(8);
  std::vector<std::jthread> threads;
  for (std::string& failure : failures) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) {
        const auto repository = open_with_libgit2(repo.root(), environment, library);
        const auto head = repository->head();
        const auto branches = repository->merged_branches();
        if (!head || !branches || head->branch != "main" || branches->size() != 1) {
          failure = head ? "wrong answer" : describe(head.error());
        }
      }
    });
  }
  threads.clear();
  EXPECT_THAT(failures, testing::Each(testing::IsEmpty()));
}

}  // namespace
}  // namespace pumuki::git
