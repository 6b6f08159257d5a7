#include "bridges/stdio/http_client.h"
#include "gate/core/json_text.h"
#include "tests/support/http_client.h"
#include "tests/unit/bridges/stdio/bridge_under_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

/// Bridges as processes against servers that the test plays: which server is used, and what comes
/// of its faults (contract: mcp-protocol §10).
namespace pumuki::stdio::test {
namespace {

using namespace std::chrono_literals;
using pumuki::test::RepoBuilder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using Clock = std::chrono::steady_clock;

constexpr std::string_view k_summary = "GET /ai-evidence/summary";
constexpr std::string_view k_exotic = "{\"version\":\"é漢🎉\"}";

class Reuse : public ::testing::Test {
 protected:
  Reuse() { repo.init().commit_file("a.txt", "1\n"); }

  std::unique_ptr<BridgeUnderTest> bridge_to(const FakeHttpServer& server,
                                             const std::string& kind = "evidence",
                                             Variables more = {}) {
    BridgeSetup setup{
        .kind = kind, .cwd = repo.root(), .variables = pointing_to(kind, server.port())};
    setup.variables.insert(setup.variables.end(), more.begin(), more.end());
    auto bridge = std::make_unique<BridgeUnderTest>(setup);
    bridge->initialize();
    return bridge;
  }
  /// The own server's address differs from the fake's, and its /status is the real one.
  void expect_own_server(BridgeUnderTest& bridge) {
    const std::string text = text_in(bridge.call("evidence_status"));
    EXPECT_THAT(text, HasSubstr(json_string(repo.root() + "/.ai_evidence.json")));
    EXPECT_THAT(text, HasSubstr("\"present\":false"));
    EXPECT_THAT(bridge.children(), SizeIs(1));
  }

  RepoBuilder repo;
};

TEST_F(Reuse, a_configured_server_of_this_repository_is_used) {
  FakeHttpServer server{evidence_like(
      repo.root(), [](Exchange& exchange) { exchange.reply(200, "{\"version\":\"2.1\"}"); })};
  const auto bridge = bridge_to(server);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{\"version\":\"2.1\"}");
  EXPECT_THAT(server.requests(), AllOf(Contains("GET /status"), Contains(std::string{k_summary})));
  EXPECT_THAT(bridge->children(), IsEmpty());
}

TEST_F(Reuse, initialize_and_lists_ask_no_server) {
  FakeHttpServer server{evidence_like(repo.root(), [](Exchange& exchange) { exchange.hang(); })};
  const auto bridge = bridge_to(server);
  EXPECT_THAT(bridge->request("tools/list"), HasSubstr("evidence_findings"));
  EXPECT_THAT(bridge->request("resources/list"), HasSubstr("evidence://ledger"));
  EXPECT_THAT(bridge->request("resources/templates/list"), HasSubstr("{?severity,ruleId,platform"));
  EXPECT_EQ(bridge->request("ping"), "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
  EXPECT_THAT(server.requests(), IsEmpty());
}

TEST_F(Reuse, arguments_and_template_queries_arrive_in_the_target) {
  FakeHttpServer server{
      evidence_like(repo.root(), [](Exchange& exchange) { exchange.reply(200, "{}"); })};
  const auto bridge = bridge_to(server);
  bridge->call("evidence_findings", R"({"limit":5,"ruleId":"a b&é","severity":"ERROR"})");
  bridge->call("evidence_platforms", R"({"detectedOnly":false})");
  const auto answer = bridge->read("evidence://ledger?lastSeenAfter=2026-01-01&limit=2");
  EXPECT_THAT(answer, HasSubstr(R"("uri":"evidence://ledger?lastSeenAfter=2026-01-01&limit=2")"));
  EXPECT_THAT(
      server.requests(),
      AllOf(Contains("GET /ai-evidence/findings?severity=ERROR&ruleId=a%20b%26%C3%A9&limit=5"),
            Contains("GET /ai-evidence/platforms?detectedOnly=false"),
            Contains("GET /ai-evidence/ledger?lastSeenAfter=2026-01-01&limit=2")));
}

TEST_F(Reuse, the_route_of_the_configuration_is_used) {
  FakeHttpServer server{
      evidence_like(repo.root(), [](Exchange& exchange) { exchange.reply(200, "{}"); })};
  const auto bridge = bridge_to(server, "evidence", {{"PUMUKI_EVIDENCE_ROUTE", "x/y/"}});
  bridge->call("evidence_summary");
  bridge->read("evidence://document");
  EXPECT_THAT(server.requests(), AllOf(Contains("GET /x/y/summary"), Contains("GET /x/y")));
}

TEST_F(Reuse, a_server_of_another_repository_is_never_asked_for_data) {
  FakeHttpServer server{
      evidence_like("/elsewhere", [](Exchange& exchange) { exchange.reply(200, "{}"); })};
  const auto bridge = bridge_to(server);
  expect_own_server(*bridge);
  EXPECT_THAT(server.requests(), ElementsAre("GET /status"));
}

TEST_F(Reuse, a_foreign_product_that_says_ok_is_not_used) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.reply(200, "{\"status\":\"ok\"}"); }};
  const auto bridge = bridge_to(server);
  expect_own_server(*bridge);
}

TEST_F(Reuse, a_silent_server_on_the_port_only_costs_time) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.hang(); }};
  const auto bridge = bridge_to(server);
  expect_own_server(*bridge);
}

TEST_F(Reuse, a_refused_port_means_an_own_server) {
  auto server = std::make_unique<FakeHttpServer>([](Exchange&) {});
  const auto bridge = bridge_to(*server);
  server->stop();
  expect_own_server(*bridge);
}

TEST_F(Reuse, a_server_that_goes_away_is_replaced_by_an_own_one) {
  FakeHttpServer server{
      evidence_like(repo.root(), [](Exchange& exchange) { exchange.reply(200, "{}"); })};
  const auto bridge = bridge_to(server);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{}");
  server.stop();
  expect_own_server(*bridge);
}

TEST_F(Reuse, a_port_that_changed_hands_is_noticed_before_the_next_call) {
  std::atomic<bool> moved = false;
  const auto answer = [](Exchange& exchange) { exchange.reply(200, "{}"); };
  const auto ours = evidence_like(repo.root(), answer);
  const auto theirs = evidence_like("/elsewhere", answer);
  FakeHttpServer server{[&](Exchange& exchange) { (moved ? theirs : ours)(exchange); }};
  const auto bridge = bridge_to(server);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{}");
  const auto before = server.requests().size();
  moved = true;
  expect_own_server(*bridge);
  const auto requests = server.requests();
  EXPECT_TRUE(std::all_of(requests.begin() + static_cast<std::ptrdiff_t>(before), requests.end(),
                          [](const std::string& line) { return line == "GET /status"; }));
}

TEST_F(Reuse, a_server_with_another_route_is_left_for_an_own_one) {
  FakeHttpServer server{evidence_like(
      repo.root(), [](Exchange& exchange) { exchange.reply(404, R"({"error":"not found"})"); })};
  const auto bridge = bridge_to(server);
  // The own server then says what is true: there is no evidence file here.
  EXPECT_THAT(bridge->call("evidence_summary"), HasSubstr("\"isError\":true"));
  EXPECT_THAT(bridge->children(), SizeIs(1));
}

TEST_F(Reuse, a_body_in_single_bytes_arrives_whole) {
  FakeHttpServer server{evidence_like(repo.root(), [](Exchange& exchange) {
    exchange.trickle("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                     std::to_string(k_exotic.size()) + "\r\n\r\n" + std::string{k_exotic});
  })};
  const auto bridge = bridge_to(server);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), k_exotic);
  EXPECT_EQ(text_in(bridge->read("evidence://summary")), k_exotic);
}

TEST_F(Reuse, an_error_status_is_a_tool_error_that_names_address_and_status) {
  FakeHttpServer server{evidence_like(
      repo.root(), [](Exchange& exchange) { exchange.reply(500, R"({"error":"boom"})"); })};
  const auto bridge = bridge_to(server);
  const std::string where = "127.0.0.1:" + std::to_string(server.port());
  const auto answer = bridge->call("evidence_summary");
  EXPECT_THAT(answer, AllOf(HasSubstr("\"isError\":true"), Not(HasSubstr("structuredContent"))));
  EXPECT_THAT(text_in(answer), AllOf(HasSubstr(where), HasSubstr("500"), HasSubstr("boom")));
  EXPECT_THAT(bridge->read("evidence://summary"),
              AllOf(HasSubstr("\"code\":-32603"), HasSubstr(where), HasSubstr("500")));
}

TEST_F(Reuse, another_content_type_or_broken_json_is_a_tool_error) {
  int calls = 0;
  FakeHttpServer server{evidence_like(repo.root(), [&](Exchange& exchange) {
    ++calls;
    exchange.reply(200,
                   calls == 1 ? "{}" : "{\"a\":", calls == 1 ? "text/html" : "application/json");
  })};
  const auto bridge = bridge_to(server);
  EXPECT_THAT(bridge->call("evidence_summary"), HasSubstr("text/html"));
  EXPECT_THAT(bridge->call("evidence_summary"), HasSubstr("\"isError\":true"));
}

TEST_F(Reuse, a_redirect_is_not_followed) {
  FakeHttpServer elsewhere{[](Exchange& exchange) { exchange.reply(200, "{}"); }};
  FakeHttpServer server{evidence_like(repo.root(), [&](Exchange& exchange) {
    exchange.raw("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" +
                 std::to_string(elsewhere.port()) + "/\r\nContent-Length: 0\r\n\r\n");
  })};
  const auto bridge = bridge_to(server);
  EXPECT_THAT(text_in(bridge->call("evidence_summary")), HasSubstr("302"));
  EXPECT_THAT(elsewhere.requests(), IsEmpty());
}

TEST_F(Reuse, a_proxy_in_the_environment_sees_nothing) {
  FakeHttpServer proxy{[](Exchange& exchange) { exchange.reply(200, "{}"); }};
  FakeHttpServer server{evidence_like(
      repo.root(), [](Exchange& exchange) { exchange.reply(200, "{\"direct\":true}"); })};
  Variables variables;
  for (const char* name : {"http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"}) {
    variables.emplace_back(name, "http://127.0.0.1:" + std::to_string(proxy.port()));
  }
  const auto bridge = bridge_to(server, "evidence", variables);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{\"direct\":true}");
  EXPECT_THAT(proxy.requests(), IsEmpty());
}

TEST_F(Reuse, a_reply_over_the_limit_is_a_tool_error_that_names_it) {
  FakeHttpServer server{evidence_like(repo.root(), [](Exchange& exchange) {
    exchange.reply(200, "\"" + std::string(k_max_reply_bytes, 'x') + "\"");
  })};
  const auto bridge = bridge_to(server);
  EXPECT_THAT(text_in(bridge->call("evidence_snapshot")),
              HasSubstr(std::to_string(k_max_reply_bytes)));
}

TEST_F(Reuse, half_a_body_is_asked_for_once_more) {
  int calls = 0;
  FakeHttpServer server{evidence_like(repo.root(), [&](Exchange& exchange) {
    if (++calls == 1) {
      exchange.raw(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"a");
      exchange.close();
    } else {
      exchange.reply(200, "{\"whole\":true}");
    }
  })};
  const auto bridge = bridge_to(server);
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{\"whole\":true}");
}

TEST_F(Reuse, a_read_only_call_is_repeated_once_and_not_more) {
  FakeHttpServer server{evidence_like(repo.root(), [](Exchange& exchange) { exchange.close(); })};
  const auto bridge = bridge_to(server);
  EXPECT_THAT(text_in(bridge->call("evidence_summary")), HasSubstr("closed the connection"));
  EXPECT_THAT(std::vector(server.requests()), Contains(std::string{k_summary}).Times(2));
}

TEST_F(Reuse, a_slow_call_delays_nothing_else_and_its_cancellation_closes_the_connection) {
  std::atomic<bool> left = false;
  FakeHttpServer server{evidence_like(repo.root(), [&](Exchange& exchange) {
    exchange.hang();
    left = true;
  })};
  const auto bridge = bridge_to(server);
  bridge->send("tools/call", R"({"name":"evidence_summary"})");
  const auto start = Clock::now();
  EXPECT_THAT(bridge->request("ping"), HasSubstr("\"id\":3"));
  EXPECT_THAT(bridge->call("evidence_status"), HasSubstr("\"id\":4"));
  EXPECT_LT(Clock::now() - start, 5s);
  bridge->send_line(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  EXPECT_THAT(bridge->request("ping"), HasSubstr("\"id\":5"));
  const auto end = Clock::now() + 5s;
  while (!left && Clock::now() < end) {
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_TRUE(left);
}

TEST_F(Reuse, the_tools_of_the_enterprise_server_are_posted) {
  FakeHttpServer server{enterprise_like(repo.root(), [](Exchange& exchange) {
    exchange.reply(200, R"({"tool":"x","success":true})");
  })};
  const auto bridge = bridge_to(server, "enterprise");
  const auto good = bridge->call("check_sdd_status", R"({"dryRun":false,"stage":"CI"})");
  EXPECT_THAT(good,
              HasSubstr(R"("structuredContent":{"tool":"x","success":true},"isError":false)"));
  bridge->call("ai_gate_check");
  EXPECT_THAT(server.bodies(),
              ElementsAre(R"({"name":"check_sdd_status","args":{"stage":"CI"},"dryRun":false})",
                          R"({"name":"ai_gate_check","args":{},"dryRun":true})"));
}

TEST_F(Reuse, a_failed_envelope_is_an_error_without_structured_content) {
  FakeHttpServer server{enterprise_like(repo.root(), [](Exchange& exchange) {
    exchange.reply(200, R"({"tool":"x","success":false})");
  })};
  const auto bridge = bridge_to(server, "enterprise");
  const auto answer = bridge->call("ai_gate_check");
  EXPECT_EQ(text_in(answer), R"({"tool":"x","success":false})");
  EXPECT_THAT(answer, AllOf(HasSubstr("\"isError\":true"), Not(HasSubstr("structuredContent"))));
}

TEST_F(Reuse, a_tool_that_writes_is_not_repeated_and_the_client_learns_that_it_may_have_run) {
  FakeHttpServer server{enterprise_like(repo.root(), [](Exchange& exchange) { exchange.close(); })};
  const auto bridge = bridge_to(server, "enterprise");
  EXPECT_THAT(text_in(bridge->call("ai_gate_check")), HasSubstr("may have run"));
  EXPECT_THAT(server.requests(), Contains("POST /tool").Times(1));
  EXPECT_THAT(text_in(bridge->call("check_sdd_status")), Not(HasSubstr("may have run")));
  EXPECT_THAT(server.requests(), Contains("POST /tool").Times(3));
}

TEST_F(Reuse, wrong_arguments_are_tool_errors_that_name_the_member_and_reach_no_server) {
  FakeHttpServer server{
      enterprise_like(repo.root(), [](Exchange& exchange) { exchange.reply(200, "{}"); })};
  const auto bridge = bridge_to(server, "enterprise");
  EXPECT_THAT(text_in(bridge->call("ai_gate_check", R"({"stage":"pre_commit"})")),
              AllOf(HasSubstr("\"stage\""), HasSubstr("PRE_COMMIT")));
  EXPECT_THAT(text_in(bridge->call("ai_gate_check", R"({"dryRun":"yes"})")), HasSubstr("dryRun"));
  EXPECT_THAT(text_in(bridge->call("ai_gate_check", R"({"force":true})")), HasSubstr("force"));
  EXPECT_THAT(server.requests(), IsEmpty());
}

class Hosts : public Reuse, public ::testing::WithParamInterface<const char*> {};

TEST_P(Hosts, reach_a_server_that_listens_on_ipv6_only) {
  FakeHttpServer server{
      evidence_like(repo.root(), [](Exchange& exchange) { exchange.reply(200, "{}"); }), true};
  const auto bridge = bridge_to(server, "evidence", {{"PUMUKI_EVIDENCE_HOST", GetParam()}});
  EXPECT_EQ(text_in(bridge->call("evidence_summary")), "{}");
}

INSTANTIATE_TEST_SUITE_P(Reuse, Hosts, ::testing::Values("localhost", "::1", "[::1]"));

}  // namespace
}  // namespace pumuki::stdio::test
