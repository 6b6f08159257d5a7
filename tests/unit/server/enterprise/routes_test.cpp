#include "tests/unit/server/enterprise/engine_fixture.h"

namespace pumuki::enterprise {
namespace {

class Routes : public EngineFixture {};

TEST_F(Routes, health_is_constant) { EXPECT_EQ(body_of(get("/health")), R"({"status":"ok"})"); }

TEST_F(Routes, resources_are_listed_in_order) {
  const std::string body = body_of(get("/resources"));
  std::size_t at = 0;
  for (const char* uri : {"evidence://status", "gitflow://state", "context://active",
                          "sdd://status", "sdd://active-change"}) {
    at = body.find(R"({"uri":")" + std::string{uri} + R"(","description":")", at);
    ASSERT_NE(at, std::string::npos) << uri;
  }
}

TEST_F(Routes, tools_are_listed_without_those_of_a_feature_that_is_off) {
  expect_has(body_of(get("/tools")), R"({"tools":[{"name":"ai_gate_check","description":")");
  expect_has(body_of(get("/tools")), R"("mutating":false,"safeByDefault":true},)");
  set("PUMUKI_EXPERIMENTAL_MCP_ENTERPRISE", "Disabled");
  expect_has(body_of(get("/tools")), R"({"tools":[{"name":"check_sdd_status","description":")");
  expect_has(body_of(get("/tools")), R"({"name":"validate_and_fix")");
}

TEST_F(Routes, pre_write_guard_is_not_offered) {
  expect_lacks(body_of(get("/tools")), "pre_write_guard");
  EXPECT_EQ(post(R"({"name":"pre_write_guard"})").status, 404);
}

TEST_F(Routes, unknown_resource_is_repeated) {
  EXPECT_EQ(get("/resource").status, 404);
  expect_has(body_of(get("/resource")), R"("requestedUri":null})");
  EXPECT_EQ(get("/resource", "uri=nope&uri=gitflow://state").status, 404);
  expect_has(body_of(get("/resource", "uri=a%22b")), R"("requestedUri":"a\"b"})");
}

struct BodyCase {
  const char* body;
  int status;
  const char* part;
};

class ToolBody : public EngineFixture, public testing::WithParamInterface<BodyCase> {};

TEST_P(ToolBody, that_names_no_tool_is_refused) {
  const auto& given = GetParam();
  const http::Reply reply = post(given.body);
  EXPECT_EQ(reply.status, given.status);
  expect_has(body_of(reply), given.part);
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, ToolBody,
    testing::Values(
        BodyCase{"", 404, R"("requestedTool":null})"},
        BodyCase{" \r\n\t", 404, R"("requestedTool":null})"},
        BodyCase{"{}", 404, R"("requestedTool":null})"},
        BodyCase{"[]", 404, R"("requestedTool":null})"},
        BodyCase{R"([{"name":"ai_gate_check"}])", 404, R"("requestedTool":null})"},
        BodyCase{R"({"name":null})", 404, R"("requestedTool":null})"},
        BodyCase{R"({"name":5})", 404, R"("requestedTool":5})"},
        BodyCase{R"({"name":{"b":1,"a":[true]}})", 404, R"("requestedTool":{"b":1,"a":[true]}})"},
        BodyCase{R"({"name":"Sync_Branches"})", 404, R"("requestedTool":"Sync_Branches"})"},
        BodyCase{R"({"name":" ai_gate_check"})", 404, R"("requestedTool":" ai_gate_check"})"},
        BodyCase{R"({"name":)", 400, R"({"error":")"}, BodyCase{R"("text")", 400, R"({"error":")"},
        BodyCase{"7", 400, R"({"error":")"}, BodyCase{"null", 400, R"({"error":")"},
        BodyCase{"true", 400, R"({"error":")"}, BodyCase{"{} {}", 400, R"({"error":")"}));

TEST_F(Routes, status_names_what_the_server_can_do) {
  const std::string body = body_of(get("/status"));
  EXPECT_TRUE(body.starts_with(
      R"({"status":"ok","repoRoot":")" + root() +
      R"(","capabilities":{"resources":["evidence://status","gitflow://state","context://active",)"
      R"("sdd://status","sdd://active-change"],"tools":["ai_gate_check",)"))
      << body;
  EXPECT_TRUE(body.ends_with(R"("evidence":{"status":"fake"}})")) << body;
}

TEST_F(Routes, status_without_git_has_no_lifecycle_and_no_sdd) {
  leave_git();
  expect_has(body_of(get("/status")), R"("lifecycle":null,"sdd":null,)");
}

}  // namespace
}  // namespace pumuki::enterprise
