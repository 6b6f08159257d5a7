#include "gate/git/libgit2_repository.h"
#include "gate/git/plumbing_repository.h"
#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

namespace pumuki::git {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;
using testing::StrEq;

/// Repositories that libgit2 1.5 refuses or reads differently: the answers are git's all the same.
class FormatSuite : public BackEndSuite {
 protected:
  void expect_complete(const std::string& folder) {
    const auto repository = open(folder);
    const auto layout = repository->layout();
    ASSERT_TRUE(layout) << describe(layout.error());
    EXPECT_EQ(layout->top_level, folder);
    const auto status = repository->status(Untracked::Folders);
    ASSERT_TRUE(status) << describe(status.error());
    const auto head = repository->head();
    ASSERT_TRUE(head) << describe(head.error());
    EXPECT_EQ(head->branch, status->head.branch);
    EXPECT_EQ(head->ahead, status->head.ahead);
    EXPECT_EQ(head->behind, status->head.behind);
    const auto config = repository->local_config();
    ASSERT_TRUE(config) << describe(config.error());
    EXPECT_TRUE(find_config(*config, "core.bare"));
    EXPECT_TRUE(repository->merged_branches());
  }
};

TEST_P(FormatSuite, sha256) {
  repo_.init("main", "sha256").commit_file("a", "1").branch("topic").write("a", "2");
  repo_.set_upstream("main", "HEAD").commit("next");
  expect_complete(repo_.root());
  EXPECT_THAT(changes(), ElementsAre(" M a"));
  EXPECT_EQ(open()->head()->ahead, 1U);
  EXPECT_THAT(open()->merged_branches().value(), ElementsAre("topic"));
}

TEST_P(FormatSuite, unborn_sha256) {
  repo_.init("main", "sha256").write("a", "1").stage("a");
  EXPECT_EQ(open()->head()->branch, std::nullopt);
  EXPECT_THAT(changes(), ElementsAre("A  a"));
}

TEST_P(FormatSuite, split_index) {
  repo_.init().commit_file("a", "1").config("core.splitIndex", "true");
  repo_.git({"update-index", "--split-index"});
  repo_.write("b", "2").stage("b").write("a", "changed");
  expect_complete(repo_.root());
  EXPECT_THAT(changes(), ElementsAre(" M a", "A  b"));
}

TEST_P(FormatSuite, sparse_index) {
  repo_.init().commit_file("in/a", "1").commit_file("out/deep/b", "2");
  repo_.git({"sparse-checkout", "set", "--cone", "--sparse-index", "in"});
  repo_.write("in/a", "changed");
  expect_complete(repo_.root());
  EXPECT_THAT(changes(), ElementsAre(" M in/a"));
  EXPECT_EQ(open()->tracked_files_in("in"), 1U);
}

TEST_P(FormatSuite, index_version_4_and_untracked_cache) {
  repo_.init().config("index.version", "4").config("core.untrackedCache", "true");
  repo_.commit_file("a", "1").write("b", "2");
  expect_complete(repo_.root());
  EXPECT_THAT(changes(), ElementsAre("?? b"));
}

TEST_P(FormatSuite, shallow_clone) {
  repo_.init().commit("1").commit("2").commit("3");
  const std::string clone = repo_.temp() / "shallow";
  repo_.git({"clone", "-q", "--depth", "1", "file://" + repo_.root(), clone});
  repo_.git_in(clone, {"commit", "-q", "--allow-empty", "-m", "mine"});
  expect_complete(clone);
  const auto head = open(clone)->head();
  ASSERT_TRUE(head);
  EXPECT_THAT(head->upstream, Optional(StrEq("origin/main")));
  EXPECT_EQ(head->ahead, 1U);
  EXPECT_EQ(head->behind, 0U);
}

TEST_P(FormatSuite, partial_clone) {
  repo_.init().commit_file("a", "1").commit_file("a", "2");
  repo_.config("uploadpack.allowFilter", "true");
  const std::string clone = repo_.temp() / "partial";
  repo_.git({"clone", "-q", "--filter=blob:none", "file://" + repo_.root(), clone});
  expect_complete(clone);
}

TEST_P(FormatSuite, partial_clone_with_format_1) {
  repo_.init().commit("1").config("core.repositoryFormatVersion", "1");
  repo_.config("extensions.partialClone", "origin");
  expect_complete(repo_.root());
}

TEST_P(FormatSuite, relative_worktree_pointers) {
  repo_.init().commit("1");
  const std::string worktree = repo_.add_worktree("linked");
  test::write_bytes(worktree + "/.git", "gitdir: ../repo/.git/worktrees/linked\n");
  expect_complete(worktree);
  EXPECT_EQ(open(worktree)->layout()->common_dir, repo_.root() + "/.git");
}

TEST_P(FormatSuite, an_extension_git_does_not_know_is_named) {
  repo_.init().commit("1").config("extensions.tomorrow", "yes");
  repo_.config("core.repositoryFormatVersion", "1");
  const auto status = open_in(repo_.root(), repo_.environment())->status(Untracked::Folders);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::GitFormatUnsupported);
  EXPECT_THAT(status.error().message, HasSubstr("tomorrow"));
  for (const auto& failed : {open()->layout().error(), open()->local_config().error()}) {
    EXPECT_EQ(failed.code, Code::GitFormatUnsupported) << describe(failed);
  }
}

TEST_P(FormatSuite, a_format_version_of_the_future) {
  repo_.init().commit("1").config("core.repositoryFormatVersion", "7");
  const auto status = open()->status(Untracked::Folders);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::GitFormatUnsupported);
}

INSTANTIATE_TEST_SUITE_P(Git, FormatSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

/// "Could not look" is an error with a code, never an empty answer.
class FailureSuite : public BackEndSuite {
 protected:
  void expect_code(Repository& repository, Code code) {
    const auto check = [&](const auto& result, const char* what) {
      ASSERT_FALSE(result) << what;
      EXPECT_EQ(result.error().code, code) << what << ": " << describe(result.error());
    };
    check(repository.status(Untracked::Folders), "status");
    check(repository.head(), "head");
    check(repository.layout(), "layout");
    check(repository.local_config(), "local_config");
    check(repository.merged_branches(), "merged_branches");
    check(repository.tracked_files_in("x"), "tracked_files_in");
  }
};

TEST_P(FailureSuite, no_repository) {
  expect_code(*open(), Code::NoRepository);
  EXPECT_FALSE(has_git_entry(repo_.root()));
}

TEST_P(FailureSuite, an_empty_dot_git_is_no_repository) {
  std::filesystem::create_directories(repo_.root() + "/.git");
  expect_code(*open(), Code::NoRepository);
  EXPECT_TRUE(has_git_entry(repo_.root()));
}

TEST_P(FailureSuite, a_pointer_to_nowhere) {
  repo_.write(".git", "gitdir: /nonexistent/git\n");
  expect_code(*open(), Code::NoRepository);
}

TEST_P(FailureSuite, an_endless_pointer_is_not_read) {
  repo_.write(".git", std::string(std::size_t{1} << 20, 'x'));
  EXPECT_FALSE(open()->layout());
}

TEST_P(FailureSuite, a_folder_that_does_not_exist) {
  EXPECT_FALSE(open(repo_.root() + "/missing")->status(Untracked::Folders));
}

TEST_P(FailureSuite, configuration_that_cannot_be_parsed) {
  repo_.init().commit("1");
  test::write_bytes(repo_.root() + "/.git/config", "[core\n");
  expect_code(*open(), Code::GitFailed);
  EXPECT_THAT(open()->layout().error().message, HasSubstr("config"));
}

TEST_P(FailureSuite, without_a_git_program) {
  repo_.init().commit("1");
  const auto blind = open_in(repo_.root(), repo_.environment().with("PATH", "bin:/nonexistent"));
  const auto status = blind->status(Untracked::Folders);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::ProcessFailed);
}

TEST_P(FailureSuite, a_foreign_owner_is_named_and_never_overridden) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  constexpr uid_t k_other = 12345;
  repo_.init().commit("1");
  for (const std::string& path : {repo_.root(), repo_.root() + "/.git"}) {
    ASSERT_EQ(::chown(path.c_str(), k_other, k_other), 0);
  }
  expect_code(*open(), Code::GitDubiousOwnership);
  const auto status = open()->status(Untracked::Folders);
  EXPECT_THAT(status.error().message,
              testing::AllOf(HasSubstr(repo_.root()), HasSubstr("uid 12345"), HasSubstr("uid 0")));
  EXPECT_EQ(status.error().hint, "git config --global --add safe.directory '" + repo_.root() + "'");
}

TEST_P(FailureSuite, a_foreign_owner_the_user_trusts) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  constexpr uid_t k_other = 12345;
  repo_.init().commit("1");
  for (const std::string& path : {repo_.root(), repo_.root() + "/.git"}) {
    ASSERT_EQ(::chown(path.c_str(), k_other, k_other), 0);
  }
  test::write_bytes(repo_.home() + "/.gitconfig", "[safe]\n\tdirectory = " + repo_.root() + "\n");
  const auto environment = repo_.environment().without({"GIT_CONFIG_GLOBAL"});
  const auto repository = open_in(repo_.root(), environment);
  EXPECT_TRUE(repository->status(Untracked::Folders));
  EXPECT_TRUE(repository->layout());
  EXPECT_TRUE(repository->merged_branches());
}

INSTANTIATE_TEST_SUITE_P(Git, FailureSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

}  // namespace
}  // namespace pumuki::git
