#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>

namespace pumuki::git {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BranchSuite : public BackEndSuite {
 protected:
  std::vector<std::string> merged(const std::string& folder) {
    const auto found = open_alone(folder)->merged_branches();
    if (!found) {
      return {describe(found.error())};
    }
    return *found;
  }
  std::vector<std::string> merged() { return merged(repo_.root()); }
};

TEST_P(BranchSuite, merged_ones_sorted_by_byte_without_the_current) {
  repo_.init().commit("first");
  for (const char* name : {"zeta", "Beta", "alpha", "feature/día", "feature/x y"}) {
    if (std::string_view{name}.find(' ') == std::string_view::npos) {
      repo_.branch(name);
    }
  }
  repo_.commit("second");
  EXPECT_THAT(merged(), ElementsAre("Beta", "alpha", "feature/día", "zeta"));
}

TEST_P(BranchSuite, branches_with_commits_of_their_own_are_not_merged) {
  repo_.init().commit("first").checkout_new("open").commit("work").checkout("main");
  repo_.checkout_new("done").commit("done").checkout("main");
  repo_.git({"merge", "-q", "--no-ff", "-m", "merge", "done"});
  EXPECT_THAT(merged(), ElementsAre("done"));
}

TEST_P(BranchSuite, a_branch_just_made_counts_as_merged) {
  repo_.init().commit("first").branch("fresh");
  EXPECT_THAT(merged(), ElementsAre("fresh"));
}

TEST_P(BranchSuite, detached_head_lists_branches_only) {
  repo_.init().commit("first").branch("topic").commit("second").detach();
  EXPECT_THAT(merged(), ElementsAre("main", "topic"));
}

TEST_P(BranchSuite, branches_of_other_worktrees_are_left_out) {
  repo_.init().commit("first").branch("topic");
  const std::string worktree = repo_.add_worktree("busy");
  EXPECT_THAT(merged(), ElementsAre("topic"));
  EXPECT_THAT(merged(worktree), ElementsAre("topic"));
}

TEST_P(BranchSuite, remote_branches_and_tags_do_not_count) {
  repo_.init().commit("first").set_upstream("main", "HEAD").git({"tag", "v1"});
  EXPECT_THAT(merged(), IsEmpty());
}

TEST_P(BranchSuite, packed_references_count) {
  repo_.init().commit("first").branch("packed").git({"pack-refs", "--all"});
  EXPECT_THAT(merged(), ElementsAre("packed"));
}

TEST_P(BranchSuite, tracked_files_in_a_folder) {
  repo_.init().commit_file("node_modules/a/index.js", "1").commit_file("node_modules/b.js", "2");
  repo_.commit_file("node_modules2/c.js", "3").commit_file("src/node_modules/d.js", "4");
  repo_.write("node_modules/untracked.js", "5").write("sub/x", "6");
  EXPECT_EQ(open()->tracked_files_in("node_modules"), 2U);
  EXPECT_EQ(open()->tracked_files_in("no*es"), 0U);
  EXPECT_EQ(open()->tracked_files_in("missing"), 0U);
}

TEST_P(BranchSuite, unborn_branch_has_none) {
  repo_.init();
  const auto found = open()->merged_branches();
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_THAT(*found, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Git, BranchSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2, BackEnd::Memory),
                         back_end_name);

class RealBranchSuite : public BranchSuite {};

TEST_P(RealBranchSuite, tracked_files_seen_from_a_sub_folder) {
  repo_.init().commit_file("node_modules/a.js", "1").commit_file("src/f", "2");
  EXPECT_EQ(open(repo_.root() + "/src")->tracked_files_in("node_modules"), 1U);
}

TEST_P(RealBranchSuite, the_branch_of_a_bare_main_repository_is_left_out) {
  repo_.init().commit("first").branch("topic");
  const std::string bare = repo_.temp() / "bare.git";
  repo_.git({"clone", "-q", "--bare", repo_.root(), bare});
  const std::string worktree = repo_.temp() / "wt";
  repo_.git_in(bare, {"worktree", "add", "-q", "-b", "work", worktree});
  EXPECT_THAT(merged(worktree), ElementsAre("topic"));
}

TEST_P(RealBranchSuite, a_replaced_commit_counts_as_git_sees_it) {
  repo_.init().commit("first").checkout_new("topic").commit("topic").checkout("main");
  repo_.commit("second");
  repo_.git({"replace", "--graft", "main", "topic"});
  const auto found = open()->merged_branches();
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_THAT(*found, ElementsAre("topic"));
}

INSTANTIATE_TEST_SUITE_P(Git, RealBranchSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

}  // namespace
}  // namespace pumuki::git
