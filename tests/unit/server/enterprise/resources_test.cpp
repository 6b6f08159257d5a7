#include "tests/unit/server/enterprise/engine_fixture.h"

namespace pumuki::enterprise {
namespace {

class Resources : public EngineFixture {};

TEST_F(Resources, gitflow_leaves_absent_values_out) {
  EXPECT_EQ(resource("gitflow://state"),
            R"({"uri":"gitflow://state","payload":{"available":true,"branch":"feature/x",)"
            R"("ahead":0,"behind":0,"dirty":false,"staged":0,"unstaged":0}})");
  git_.branches.clear();
  git_.entries = {{.index = '?', .work_tree = '?', .path = "new", .original_path = {}}};
  EXPECT_EQ(resource("gitflow://state"),
            R"({"uri":"gitflow://state","payload":{"available":true,)"
            R"("ahead":0,"behind":0,"dirty":true,"staged":0,"unstaged":1}})");
}

TEST_F(Resources, without_git_nothing_is_available) {
  leave_git();
  EXPECT_EQ(resource("gitflow://state"),
            R"({"uri":"gitflow://state","payload":{"available":false}})");
  EXPECT_EQ(resource("sdd://status"), R"({"uri":"sdd://status","payload":{"available":false}})");
  EXPECT_EQ(resource("sdd://active-change"),
            R"({"uri":"sdd://active-change","payload":{"available":false,"active":false,)"
            R"("valid":false,"changeId":null,"remainingSeconds":null}})");
  EXPECT_EQ(resource("context://active"),
            R"({"uri":"context://active","payload":{"repoRoot":")" + root() +
                R"(","gitflow":{"available":false},"lifecycle":null,"sdd":null}})");
}

TEST_F(Resources, bare_repository_has_gitflow_only) {
  git_.layout.top_level.clear();
  const std::string body = resource("context://active");
  expect_has(body, R"("gitflow":{"available":true,)");
  expect_has(body, R"("lifecycle":null,"sdd":null}})");
}

TEST_F(Resources, git_that_cannot_answer_is_never_a_clean_tree) {
  git_.failure = Error{Code::GitDubiousOwnership, "the repository belongs to another user", {}, {}};
  const http::Reply reply = get("/resource", "uri=gitflow://state");
  EXPECT_EQ(reply.status, 500);
  expect_has(body_of(reply), "another user");
  EXPECT_EQ(get("/resource", "uri=context://active").status, 500);
  EXPECT_EQ(resource("sdd://status"), R"({"uri":"sdd://status","payload":{"available":false}})");
  EXPECT_EQ(get("/status").status, 200);
}

TEST_F(Resources, active_change_is_told_even_when_it_has_expired) {
  EXPECT_EQ(resource("sdd://active-change"),
            R"({"uri":"sdd://active-change","payload":{"available":true,"active":true,)"
            R"("valid":true,"changeId":"add-login","remainingSeconds":2303301600}})");
  git_.config["pumuki.sdd.session.expiresat"] = "2020-01-01T00:00:00.000Z";
  EXPECT_EQ(resource("sdd://active-change"),
            R"({"uri":"sdd://active-change","payload":{"available":true,"active":false,)"
            R"("valid":false,"changeId":"add-login","remainingSeconds":0}})");
}

TEST_F(Resources, openspec_that_hangs_is_shown_as_not_installed) {
  openspec_.version_answer = fail(Code::ProcessTimeout, "slow");
  expect_has(resource("sdd://status"),
             R"("openspec":{"installed":false,"projectInitialized":true,)");
}

TEST_F(Resources, evidence_status_is_passed_through) {
  EXPECT_EQ(resource("evidence://status"),
            R"({"uri":"evidence://status","payload":{"status":"fake"}})");
}

TEST_F(Resources, context_tells_what_the_evidence_says) {
  write_evidence("BLOCKED");
  expect_has(resource("context://active"), R"("issues":[{"severity":"error","message":")");
}

}  // namespace
}  // namespace pumuki::enterprise
