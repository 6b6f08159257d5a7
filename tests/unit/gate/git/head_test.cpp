#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>

namespace pumuki::git {
namespace {

using testing::IsEmpty;
using testing::Optional;
using testing::StrEq;

class HeadSuite : public BackEndSuite {
 protected:
  /// head() and the head of status() must be the same; libgit2 has to find it without git.
  Head head() {
    const auto alone = open_alone()->head();
    const auto status = open()->status(Untracked::Folders);
    if (!alone || !status) {
      ADD_FAILURE() << describe(alone ? status.error() : alone.error());
      return {};
    }
    EXPECT_EQ(alone->branch, status->head.branch);
    EXPECT_EQ(alone->symbolic_branch, status->head.symbolic_branch);
    EXPECT_EQ(alone->upstream, status->head.upstream);
    EXPECT_EQ(alone->ahead, status->head.ahead);
    EXPECT_EQ(alone->behind, status->head.behind);
    return *alone;
  }
};

TEST_P(HeadSuite, unborn_branch_has_no_name_but_a_symbolic_one) {
  repo_.init("trunk").write("new.txt", "1");
  const Head found = head();
  EXPECT_EQ(found.branch, std::nullopt);
  EXPECT_THAT(found.symbolic_branch, Optional(StrEq("trunk")));
  EXPECT_EQ(found.upstream, std::nullopt);
  EXPECT_THAT(changes(), testing::ElementsAre("?? new.txt"));
}

TEST_P(HeadSuite, plain_branch_without_upstream) {
  repo_.init().commit("first").checkout_new("feature/día");
  const Head found = head();
  EXPECT_THAT(found.branch, Optional(StrEq("feature/día")));
  EXPECT_THAT(found.symbolic_branch, Optional(StrEq("feature/día")));
  EXPECT_EQ(found.upstream, std::nullopt);
  EXPECT_EQ(found.ahead + found.behind, 0U);
}

TEST_P(HeadSuite, detached_head_is_called_HEAD_and_has_no_upstream) {
  repo_.init().commit("first").set_upstream("main", "HEAD").detach();
  const Head found = head();
  EXPECT_THAT(found.branch, Optional(StrEq("HEAD")));
  EXPECT_EQ(found.symbolic_branch, std::nullopt);
  EXPECT_EQ(found.upstream, std::nullopt);
}

TEST_P(HeadSuite, upstream_at_the_same_commit) {
  repo_.init().commit("first").set_upstream("main", "HEAD");
  const Head found = head();
  EXPECT_THAT(found.upstream, Optional(StrEq("origin/main")));
  EXPECT_EQ(found.ahead, 0U);
  EXPECT_EQ(found.behind, 0U);
}

TEST_P(HeadSuite, ahead_of_the_upstream) {
  repo_.init().commit("first").set_upstream("main", "HEAD").commit("second").commit("third");
  EXPECT_EQ(head().ahead, 2U);
  EXPECT_EQ(head().behind, 0U);
}

TEST_P(HeadSuite, behind_the_upstream) {
  repo_.init().commit("first").commit("second").set_upstream("main", "HEAD");
  repo_.git({"reset", "-q", "--hard", "HEAD~1"});
  EXPECT_EQ(head().ahead, 0U);
  EXPECT_EQ(head().behind, 1U);
}

TEST_P(HeadSuite, diverged_from_the_upstream) {
  repo_.init().commit("base").commit("theirs 1").commit("theirs 2").set_upstream("main", "HEAD");
  repo_.git({"reset", "-q", "--hard", "HEAD~2"});
  repo_.commit("ours");
  EXPECT_EQ(head().ahead, 1U);
  EXPECT_EQ(head().behind, 2U);
}

TEST_P(HeadSuite, no_common_history_with_the_upstream) {
  repo_.init().commit("ours").commit("ours 2");
  repo_.git({"checkout", "-q", "--orphan", "other"});
  repo_.commit("theirs").set_upstream("main", "HEAD").checkout("main");
  EXPECT_EQ(head().ahead, 2U);
  EXPECT_EQ(head().behind, 1U);
}

TEST_P(HeadSuite, gone_upstream_is_no_upstream) {
  repo_.init().commit("first").set_upstream("main", "HEAD");
  repo_.git({"update-ref", "-d", "refs/remotes/origin/main"});
  const Head found = head();
  EXPECT_THAT(found.branch, Optional(StrEq("main")));
  EXPECT_EQ(found.upstream, std::nullopt);
  EXPECT_EQ(found.ahead + found.behind, 0U);
}

TEST_P(HeadSuite, upstream_with_another_name) {
  repo_.init().commit("first").checkout_new("feature/x").set_upstream("develop", "HEAD");
  repo_.config("branch.feature/x.remote", "origin");
  repo_.config("branch.feature/x.merge", "refs/heads/develop");
  EXPECT_THAT(head().upstream, Optional(StrEq("origin/develop")));
}

TEST_P(HeadSuite, user_setting_cannot_hide_the_counts) {
  repo_.init().commit("first").set_upstream("main", "HEAD").commit("second");
  repo_.config("status.aheadBehind", "false").config("status.branch", "false");
  repo_.config("status.showStash", "true").config("color.ui", "always");
  repo_.write("f", "1").stage("f").git({"stash", "-q"});
  EXPECT_EQ(head().ahead, 1U);
}

TEST_P(HeadSuite, a_tag_of_the_same_name_does_not_change_the_branch) {
  repo_.init().commit("first").git({"tag", "main"});
  EXPECT_THAT(head().branch, Optional(StrEq("main")));
}

TEST_P(HeadSuite, unborn_branch_with_an_upstream_that_is_not_there) {
  repo_.init();
  repo_.config("remote.origin.url", "x");
  repo_.config("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
  repo_.config("branch.main.remote", "origin").config("branch.main.merge", "refs/heads/main");
  EXPECT_EQ(head().upstream, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Git, HeadSuite,
                         testing::Values(BackEnd::Plumbing, BackEnd::Libgit2, BackEnd::Memory),
                         back_end_name);

/// What the twin has no notion of.
class RealHeadSuite : public HeadSuite {};

TEST_P(RealHeadSuite, upstream_that_is_a_local_branch) {
  repo_.init().commit("first").checkout_new("topic").commit("second");
  repo_.config("branch.topic.remote", ".").config("branch.topic.merge", "refs/heads/main");
  EXPECT_THAT(head().upstream, Optional(StrEq("main")));
  EXPECT_EQ(head().ahead, 1U);
}

TEST_P(RealHeadSuite, branch_that_the_remote_does_not_fetch) {
  repo_.init().commit("first").set_upstream("main", "HEAD");
  repo_.config("remote.origin.fetch", "+refs/heads/other/*:refs/remotes/origin/other/*");
  EXPECT_EQ(head().upstream, std::nullopt);
}

TEST_P(RealHeadSuite, remote_with_its_own_fetch_rules) {
  repo_.init().commit("first").set_upstream("topic", "HEAD").checkout_new("topic");
  repo_.git({"update-ref", "refs/remotes/up/team/topic", "HEAD"});
  repo_.config("remote.up.url", "x").config("remote.up.fetch", "+refs/heads/x:refs/remotes/up/x");
  repo_.git({"config", "--add", "remote.up.fetch", "refs/heads/*:refs/remotes/up/team/*"});
  repo_.config("branch.topic.remote", "up");
  EXPECT_THAT(head().upstream, Optional(StrEq("up/team/topic")));
}

TEST_P(RealHeadSuite, half_an_upstream_is_none) {
  repo_.init().commit("first").set_upstream("main", "HEAD");
  repo_.git({"config", "--unset", "branch.main.remote"});
  EXPECT_EQ(head().upstream, std::nullopt);
}

TEST_P(RealHeadSuite, ambiguous_upstream_keeps_its_longer_name) {
  repo_.init().commit("first").set_upstream("main", "HEAD").branch("origin/main");
  EXPECT_THAT(head().upstream, Optional(StrEq("remotes/origin/main")));
}

TEST_P(RealHeadSuite, unborn_branch_with_an_upstream_that_exists) {
  repo_.init().commit("first").set_upstream("next", "HEAD");
  repo_.git({"symbolic-ref", "HEAD", "refs/heads/next"});
  const Head found = head();
  EXPECT_EQ(found.branch, std::nullopt);
  EXPECT_THAT(found.upstream, Optional(StrEq("origin/next")));
  EXPECT_EQ(found.ahead + found.behind, 0U);
}

TEST_P(RealHeadSuite, bare_repository_inside_dot_git_is_never_dirty) {
  repo_.init().commit_file("a", "1").write("b", "2").config("core.bare", "true");
  EXPECT_THAT(head().branch, Optional(StrEq("main")));
  EXPECT_THAT(changes(), IsEmpty());
}

TEST_P(RealHeadSuite, unborn_bare_repository_inside_dot_git) {
  repo_.init().config("core.bare", "true");
  EXPECT_EQ(head().branch, std::nullopt);
  EXPECT_THAT(head().symbolic_branch, Optional(StrEq("main")));
}

TEST_P(RealHeadSuite, bare_repository_knows_its_upstream) {
  repo_.init().commit("first").set_upstream("main", "HEAD").commit("second");
  repo_.config("core.bare", "true");
  EXPECT_THAT(head().upstream, Optional(StrEq("origin/main")));
  EXPECT_EQ(head().ahead, 1U);
}

TEST_P(RealHeadSuite, detached_head_in_a_bare_repository) {
  repo_.init().commit("first").detach().config("core.bare", "true");
  EXPECT_THAT(head().branch, Optional(StrEq("HEAD")));
}

TEST_P(RealHeadSuite, remotes_that_only_git_understands) {
  repo_.init().commit("first");
  repo_.config("branch.main.remote", "../elsewhere").config("branch.main.merge", "refs/heads/main");
  const auto by_url = open()->head();
  ASSERT_TRUE(by_url) << describe(by_url.error());
  EXPECT_EQ(by_url->upstream, std::nullopt);
  repo_.git({"update-ref", "refs/remotes/legacy/main", "HEAD"});
  repo_.write(".git/remotes/legacy", "URL: x\nPull: refs/heads/*:refs/remotes/legacy/*\n");
  repo_.config("branch.main.remote", "legacy");
  EXPECT_THAT(open()->head()->upstream, Optional(StrEq("legacy/main")));
}

INSTANTIATE_TEST_SUITE_P(Git, RealHeadSuite, testing::Values(BackEnd::Plumbing, BackEnd::Libgit2),
                         back_end_name);

}  // namespace
}  // namespace pumuki::git
