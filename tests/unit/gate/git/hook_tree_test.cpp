#include "gate/git/hook_tree.h"

#include "tests/support/repo_builder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace pumuki::git {
namespace {

/// A "git" in front of PATH that writes one line per start and then becomes the real one.
class Git_HookTree : public testing::Test {
 protected:
  void SetUp() override {
    repo_.init().write("evidence", "e").write("a", "1").stage_all().commit("first");
    const std::string wrapper = repo_.temp() / "bin/git";
    test::write_bytes(wrapper, "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'" + log() +
                                   "'\nPATH=${PATH#*:} exec git \"$@\"\n");
    std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    const auto& real = repo_.environment();
    environment_ = real.with("PATH", repo_.temp() / "bin:" + std::string{*real.get("PATH")});
  }

  [[nodiscard]] HookTree open(std::string watched = "evidence") const {
    return open_hook_tree(repo_.root(), environment_, std::move(watched));
  }
  [[nodiscard]] std::string log() const { return repo_.temp() / "starts"; }
  [[nodiscard]] std::ptrdiff_t starts() const {
    const std::string text = std::filesystem::exists(log()) ? test::read_bytes(log()) : "";
    return std::ranges::count(text, '\n');
  }

  test::RepoBuilder repo_;
  Environment environment_;
};

std::vector<std::string> paths_of(const Result<std::vector<Change>>& changes) {
  std::vector<std::string> paths;
  for (const Change& change : changes.value()) {
    paths.push_back(change.path);
  }
  return paths;
}

TEST_F(Git_HookTree, state_and_staged_content_come_from_one_process) {
  repo_.write("b", "2").stage("b").write("c", "3");
  const HookTree tree = open();
  EXPECT_EQ(tree.repository->status(Untracked::Folders)->entries.size(), 2U);
  EXPECT_THAT(paths_of(tree.changes->staged()), testing::ElementsAre("b"));
  EXPECT_EQ(tree.repository->head()->branch, "main");
  EXPECT_EQ(starts(), 1);
}

TEST_F(Git_HookTree, what_the_run_writes_is_not_seen) {
  const HookTree tree = open();
  EXPECT_EQ(tree.repository->status(Untracked::Folders)->entries.size(), 0U);
  repo_.write("late", "x").stage("late");
  EXPECT_EQ(tree.repository->status(Untracked::Folders)->entries.size(), 0U);
  EXPECT_THAT(paths_of(tree.changes->staged()), testing::IsEmpty());
}

TEST_F(Git_HookTree, staged_asks_git_where_the_state_leaves_it_open) {
  repo_.checkout_new("other").commit_file("a", "other").checkout("main").commit_file("a", "main");
  repo_.write("d", "4").stage("d");
  repo_.try_git({"merge", "other"});
  const HookTree tree = open();
  EXPECT_THAT(paths_of(tree.changes->staged()), testing::Contains("d"));
}

TEST_F(Git_HookTree, the_watched_file_is_found_out_with_the_contents) {
  for (const auto& [watched, count] : {std::pair{"evidence", 1U}, std::pair{"nothing", 0U}}) {
    const HookTree tree = open(watched);
    std::vector<std::size_t> visited;
    const auto visit = [&](std::size_t index, std::optional<std::string_view> bytes,
                           std::uint64_t) {
      visited.push_back(index);
      EXPECT_EQ(bytes, "1");
    };
    const auto before = starts();
    ASSERT_TRUE(tree.changes->read_blobs({":a"}, 100, visit));
    EXPECT_THAT(visited, testing::ElementsAre(0U));
    EXPECT_EQ(*tree.repository->tracked_files_in(watched), count);
    EXPECT_EQ(starts() - before, 1);
  }
}

TEST_F(Git_HookTree, another_file_is_asked_for) {
  const HookTree tree = open();
  EXPECT_EQ(*tree.repository->tracked_files_in("a"), 1U);
  EXPECT_EQ(*tree.repository->tracked_files_in("evidence"), 1U);
  EXPECT_EQ(*tree.repository->tracked_files_in("nothing"), 0U);
}

}  // namespace
}  // namespace pumuki::git
