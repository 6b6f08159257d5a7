#include "gate/core/text.h"
#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

namespace pumuki::git {
namespace {

class LayoutSuite : public BackEndSuite {
 protected:
  void SetUp() override { repo_.init().commit("first"); }

  Layout layout(const std::string& folder) {
    // libgit2 is asked only where the repository starts; elsewhere git answers.
    auto found = has_git_entry(folder) ? open_alone(folder)->layout() : open(folder)->layout();
    if (!found) {
      ADD_FAILURE() << describe(found.error());
      return {};
    }
    return std::move(*found);
  }
  Layout layout() { return layout(repo_.root()); }
  std::string hooks() { return layout().hooks_dir; }
  /// What git itself says, in the folder given.
  std::string git_says(const std::string& folder, const std::vector<std::string>& question) {
    std::vector<std::string> command{"rev-parse", "--path-format=absolute"};
    command.insert(command.end(), question.begin(), question.end());
    return repo_.git_in(folder, command);
  }
  void expect_same_as_git(const std::string& folder) {
    const Layout found = layout(folder);
    EXPECT_EQ(found.git_dir, git_says(folder, {"--git-dir"}));
    EXPECT_EQ(found.common_dir, git_says(folder, {"--git-common-dir"}));
    EXPECT_EQ(found.hooks_dir, git_says(folder, {"--git-path", "hooks"}));
    EXPECT_EQ(found.top_level, git_says(folder, {"--show-toplevel"}));
  }
};

TEST_P(LayoutSuite, plain_repository) {
  const Layout found = layout();
  EXPECT_EQ(found.top_level, repo_.root());
  EXPECT_EQ(found.git_dir, repo_.root() + "/.git");
  EXPECT_EQ(found.common_dir, repo_.root() + "/.git");
  EXPECT_EQ(found.hooks_dir, repo_.root() + "/.git/hooks");
  expect_same_as_git(repo_.root());
}

TEST_P(LayoutSuite, linked_worktree_shares_the_hooks) {
  const std::string worktree = repo_.add_worktree("linked");
  const Layout found = layout(worktree);
  EXPECT_EQ(found.top_level, worktree);
  EXPECT_EQ(found.git_dir, repo_.root() + "/.git/worktrees/linked");
  EXPECT_EQ(found.common_dir, repo_.root() + "/.git");
  EXPECT_EQ(found.hooks_dir, repo_.root() + "/.git/hooks");
  expect_same_as_git(worktree);
}

TEST_P(LayoutSuite, sub_folder) {
  repo_.write("dir/sub/f", "1");
  expect_same_as_git(repo_.root() + "/dir/sub");
  repo_.config("core.hooksPath", ".husky");
  expect_same_as_git(repo_.root() + "/dir/sub");
}

TEST_P(LayoutSuite, links_are_resolved) {
  const std::string link = repo_.temp() / "link";
  std::filesystem::create_directory_symlink(repo_.root(), link);
  EXPECT_EQ(layout(link).top_level, repo_.root());
  EXPECT_EQ(layout(link).git_dir, repo_.root() + "/.git");
}

TEST_P(LayoutSuite, dot_git_that_is_a_link) {
  std::filesystem::rename(repo_.root() + "/.git", repo_.temp() / "elsewhere");
  std::filesystem::create_directory_symlink(repo_.temp() / "elsewhere", repo_.root() + "/.git");
  EXPECT_EQ(layout().git_dir, repo_.temp() / "elsewhere");
  EXPECT_EQ(layout().hooks_dir, repo_.temp() / "elsewhere/hooks");
  EXPECT_EQ(layout().top_level, repo_.root());
}

TEST_P(LayoutSuite, hooks_path_absolute) {
  repo_.config("core.hooksPath", "/opt/company/hooks");
  EXPECT_EQ(hooks(), "/opt/company/hooks");
  expect_same_as_git(repo_.root());
}

TEST_P(LayoutSuite, hooks_path_relative_to_the_top_level) {
  repo_.config("core.hooksPath", ".husky/_");
  EXPECT_EQ(hooks(), repo_.root() + "/.husky/_");
  expect_same_as_git(repo_.root());
}

TEST_P(LayoutSuite, relative_hooks_path_in_a_linked_worktree) {
  repo_.config("core.hooksPath", ".husky");
  const std::string worktree = repo_.add_worktree("linked");
  EXPECT_EQ(layout(worktree).hooks_dir, worktree + "/.husky");
  expect_same_as_git(worktree);
}

TEST_P(LayoutSuite, hooks_path_below_home) {
  repo_.config("core.hooksPath", "~/hooks");
  EXPECT_EQ(hooks(), repo_.home() + "/hooks");
  expect_same_as_git(repo_.root());
}

TEST_P(LayoutSuite, hooks_path_that_spells_the_default) {
  repo_.config("core.hooksPath", ".git/hooks");
  EXPECT_EQ(hooks(), repo_.root() + "/.git/hooks");
  repo_.config("core.hooksPath", "./.git/../.git/hooks/");
  EXPECT_EQ(hooks(), repo_.root() + "/.git/hooks");
}

TEST_P(LayoutSuite, the_last_hooks_path_counts) {
  repo_.config("core.hooksPath", "first").git({"config", "--add", "core.hooksPath", "second"});
  EXPECT_EQ(hooks(), repo_.root() + "/second");
}

TEST_P(LayoutSuite, hooks_path_from_an_included_file) {
  test::write_bytes(repo_.temp() / "included", "[core]\n\thooksPath = inc-hooks\n");
  repo_.config("include.path", "../../included");
  EXPECT_EQ(hooks(), repo_.root() + "/inc-hooks");
  expect_same_as_git(repo_.root());
}

TEST_P(LayoutSuite, submodule_has_its_git_folder_in_the_parent) {
  const std::string other = repo_.temp() / "other";
  repo_.git({"init", "-q", "-b", "main", other});
  repo_.git_in(other, {"commit", "-q", "--allow-empty", "-m", "x"});
  repo_.git({"-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub"});
  const Layout found = layout(repo_.root() + "/sub");
  EXPECT_EQ(found.top_level, repo_.root() + "/sub");
  EXPECT_EQ(found.git_dir, repo_.root() + "/.git/modules/sub");
  expect_same_as_git(repo_.root() + "/sub");
}

TEST_P(LayoutSuite, bare_repository_inside_dot_git_has_no_top_level) {
  repo_.config("core.bare", "true");
  const Layout found = layout();
  EXPECT_EQ(found.top_level, "");
  EXPECT_EQ(found.git_dir, repo_.root() + "/.git");
  EXPECT_EQ(found.hooks_dir, repo_.root() + "/.git/hooks");
}

TEST_P(LayoutSuite, bare_repository_itself) {
  const std::string bare = repo_.temp() / "bare.git";
  repo_.git({"init", "-q", "--bare", bare});
  EXPECT_EQ(layout(bare).top_level, "");
  EXPECT_EQ(layout(bare).git_dir, bare);
  repo_.git_in(bare, {"config", "core.hooksPath", "own"});
  EXPECT_EQ(layout(bare).hooks_dir, bare + "/own");
}

TEST_P(LayoutSuite, linked_worktree_of_a_bare_repository) {
  const std::string bare = repo_.temp() / "bare.git";
  repo_.git({"clone", "-q", "--bare", repo_.root(), bare});
  const std::string worktree = repo_.temp() / "wt";
  repo_.git_in(bare, {"worktree", "add", "-q", "-b", "topic", worktree});
  EXPECT_EQ(layout(worktree).top_level, worktree);
  expect_same_as_git(worktree);
}

TEST_P(LayoutSuite, work_tree_moved_by_the_configuration) {
  std::filesystem::create_directories(repo_.temp() / "moved");
  repo_.config("core.worktree", "../../moved");
  EXPECT_EQ(layout().top_level, repo_.temp() / "moved");
}

INSTANTIATE_TEST_SUITE_P(Git, LayoutSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

/// Where libgit2 hands over to git.
class HandedOverLayoutSuite : public LayoutSuite {
 protected:
  Layout layout_in(const std::string& folder, const Environment& environment) {
    auto found = open_in(folder, environment)->layout();
    if (!found) {
      ADD_FAILURE() << describe(found.error());
      return {};
    }
    return std::move(*found);
  }
};

TEST_P(HandedOverLayoutSuite, git_dir_of_another_repository_wins) {
  const std::string other = repo_.temp() / "other";
  repo_.git({"init", "-q", "-b", "elsewhere", other});
  const auto environment = repo_.environment().with("GIT_DIR", other + "/.git");
  const Layout found = layout_in(repo_.root(), environment);
  EXPECT_EQ(found.git_dir, other + "/.git");
  EXPECT_EQ(found.top_level, repo_.root());
  EXPECT_EQ(found.hooks_dir, other + "/.git/hooks");
  const auto head = open_in(repo_.root(), environment)->head();
  ASSERT_TRUE(head);
  EXPECT_EQ(head->symbolic_branch, "elsewhere");
}

TEST_P(HandedOverLayoutSuite, environment_of_a_hook_in_a_linked_worktree) {
  const std::string worktree = repo_.add_worktree("linked");
  const std::string git_dir = repo_.root() + "/.git/worktrees/linked";
  const Layout found = layout_in(
      worktree,
      repo_.environment().with("GIT_DIR", git_dir).with("GIT_INDEX_FILE", git_dir + "/index"));
  EXPECT_EQ(found.top_level, worktree);
  EXPECT_EQ(found.common_dir, repo_.root() + "/.git");
  EXPECT_EQ(found.hooks_dir, repo_.root() + "/.git/hooks");
}

TEST_P(HandedOverLayoutSuite, work_tree_of_the_environment) {
  repo_.write("dir/f", "1");
  const Layout found = layout_in(
      repo_.root(),
      repo_.environment().with("GIT_DIR", repo_.root() + "/.git").with("GIT_WORK_TREE", "dir"));
  EXPECT_EQ(found.top_level, repo_.root() + "/dir");
}

TEST_P(HandedOverLayoutSuite, inside_the_git_folder) {
  const Layout found = layout_in(repo_.root() + "/.git", repo_.environment());
  EXPECT_EQ(found.top_level, "");
  EXPECT_EQ(found.git_dir, repo_.root() + "/.git");
}

TEST_P(HandedOverLayoutSuite, hooks_path_of_one_worktree) {
  const std::string worktree = repo_.add_worktree("linked");
  repo_.config("extensions.worktreeConfig", "true");
  repo_.git_in(worktree, {"config", "--worktree", "core.hooksPath", "/only/here"});
  EXPECT_EQ(layout_in(worktree, repo_.environment()).hooks_dir, "/only/here");
  EXPECT_EQ(layout_in(repo_.root(), repo_.environment()).hooks_dir, repo_.root() + "/.git/hooks");
}

TEST_P(HandedOverLayoutSuite, path_with_a_newline) {
  const std::string odd = repo_.temp() / "new\nline";
  repo_.git({"init", "-q", "-b", "main", odd});
  std::filesystem::create_directories(odd + "/sub");
  EXPECT_EQ(layout_in(odd + "/sub", repo_.environment()).top_level, odd);
}

TEST_P(HandedOverLayoutSuite, hooks_path_of_the_users_own_configuration) {
  test::write_bytes(repo_.home() + "/.gitconfig", "[core]\n\thooksPath = ~/global-hooks\n");
  const auto environment = repo_.environment().without({"GIT_CONFIG_GLOBAL"});
  EXPECT_EQ(layout_in(repo_.root(), environment).hooks_dir, repo_.home() + "/global-hooks");
  EXPECT_EQ(layout_in(repo_.root(), environment.with("PATH", is_libgit2() ? "" : "/usr/bin:/bin"))
                .hooks_dir,
            repo_.home() + "/global-hooks");
}

TEST_P(HandedOverLayoutSuite, configuration_named_by_the_environment) {
  test::write_bytes(repo_.home() + "/.gitconfig", "[core]\n\thooksPath = /home-hooks\n");
  EXPECT_EQ(layout_in(repo_.root(), repo_.environment()).hooks_dir, repo_.root() + "/.git/hooks");
  test::write_bytes(repo_.temp() / "global", "[core]\n\thooksPath = /named-hooks\n");
  const auto environment = repo_.environment().with("GIT_CONFIG_GLOBAL", repo_.temp() / "global");
  EXPECT_EQ(layout_in(repo_.root(), environment).hooks_dir, "/named-hooks");
}

TEST_P(HandedOverLayoutSuite, hooks_path_of_another_users_home) {
  repo_.config("core.hooksPath", "~root/hooks");
  EXPECT_EQ(layout_in(repo_.root(), repo_.environment()).hooks_dir,
            git_says(repo_.root(), {"--git-path", "hooks"}));
}

INSTANTIATE_TEST_SUITE_P(Git, HandedOverLayoutSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2), back_end_name);

}  // namespace
}  // namespace pumuki::git
