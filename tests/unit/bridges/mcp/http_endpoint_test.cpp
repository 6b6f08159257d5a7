#include "bridges/mcp/http_endpoint.h"

#include "tests/unit/bridges/mcp/fake_service.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <thread>

namespace pumuki::mcp {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view k_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

using Headers = std::vector<std::pair<std::string, std::string>>;

class HttpEndpointTest : public ::testing::Test {
 protected:
  ~HttpEndpointTest() override { service.release(); }

  static std::string message(const std::string& id, const std::string& method,
                             const std::string& params) {
    std::string text = R"({"jsonrpc":"2.0","id":)";
    text.append(id).append(R"(,"method":")").append(method).append(R"(","params":{)");
    return text.append(params).append("}}");
  }
  HttpAnswer send(const std::string& method, Headers headers, std::string body = {}) {
    headers.emplace_back("accept", "application/json, text/event-stream");
    return endpoint.handle({method, std::move(headers), std::move(body)});
  }
  /// A stateless request with the headers it needs.
  HttpAnswer ask(const std::string& method, const std::string& params, Headers more = {}) {
    more.emplace_back("MCP-Protocol-Version", "2026-07-28");
    more.emplace_back("Mcp-Method", method);
    return send("POST", std::move(more),
                message("1", method, params + (params.empty() ? "" : ",") + std::string{k_meta}));
  }
  std::string open(const std::string& revision = "2025-11-25") {
    const auto answer =
        send("POST", {}, message("0", "initialize", R"("protocolVersion":")" + revision + "\""));
    const auto header = std::ranges::find(answer.headers, "Mcp-Session-Id",
                                          &std::pair<std::string, std::string>::first);
    return header == answer.headers.end() ? "" : header->second;
  }
  HttpAnswer in_session(const std::string& id, const std::string& body) {
    return send("POST", {{"mcp-session-id", id}}, body);
  }
  /// Reads a stream until it ends or `until` appears; then the client is gone.
  static std::string read(const HttpAnswer& answer, std::string_view until = "never") {
    std::string text;
    answer.stream([&](std::string_view piece) {
      text += piece;
      return !text.contains(until);
    });
    return text;
  }

  Catalogue catalogue = test::full_catalogue();
  test::FakeService service;
  Dispatcher dispatcher{catalogue, service, {}, {.interval = 5ms}};
  HttpEndpoint endpoint{dispatcher, {.plain_answer = 50ms, .look = 5ms, .listening = 2}};
};

TEST_F(HttpEndpointTest, a_stateless_request_needs_no_opening) {
  const auto answer = ask("tools/list", "");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr(R"("resultType":"complete")"));
}

TEST_F(HttpEndpointTest, stateless_errors_have_a_status) {
  EXPECT_EQ(ask("no/such", "").status, 404);
  EXPECT_EQ(ask("ping", "").status, 404);
  EXPECT_EQ(ask("resources/read", "").status, 400);
  EXPECT_EQ(send("POST", {{"MCP-Protocol-Version", "2026-07-28"}}, "{").status, 400);
  EXPECT_EQ(send("POST", {{"MCP-Protocol-Version", "2026-07-28"}}, "[]").status, 400);
  EXPECT_EQ(send("GET", {{"MCP-Protocol-Version", "2026-07-28"}}).status, 405);
  EXPECT_EQ(send("DELETE", {{"MCP-Protocol-Version", "2026-07-28"}}).status, 405);
  const auto no_meta =
      send("POST", {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "server/discover"}},
           message("7", "server/discover", ""));
  EXPECT_EQ(no_meta.status, 400);
  EXPECT_THAT(no_meta.body, HasSubstr(R"("id":7,"error":{"code":-32602)"));
}

TEST_F(HttpEndpointTest, headers_must_repeat_the_body) {
  const std::string body = message("1", "tools/call", R"("name":"echo",)" + std::string{k_meta});
  const auto code = [&](Headers headers) { return send("POST", std::move(headers), body).body; };
  const std::pair<std::string, std::string> version{"mcp-protocol-version", " 2026-07-28 "};
  const std::pair<std::string, std::string> method{"MCP-METHOD", "tools/call"};
  EXPECT_THAT(code({version, method, {"mcp-name", "echo"}}), HasSubstr("result"));
  EXPECT_THAT(code({version, method, {"mcp-name", "=?base64?ZWNobw==?="}}), HasSubstr("result"));
  EXPECT_THAT(code({version, method}), HasSubstr("-32020"));
  EXPECT_THAT(code({version, method, {"mcp-name", "Echo"}}), HasSubstr("-32020"));
  EXPECT_THAT(code({version, method, {"mcp-name", "=?base64?ZWNobw=?="}}), HasSubstr("-32020"));
  EXPECT_THAT(code({version, {"mcp-name", "echo"}}), HasSubstr("-32020"));
  EXPECT_THAT(code({method, {"mcp-name", "echo"}}), HasSubstr("-32020"));
  EXPECT_THAT(code({{"mcp-protocol-version", "2025-11-25"}, method, {"mcp-name", "echo"}}),
              HasSubstr("-32020"));
}

TEST_F(HttpEndpointTest, notifications_are_accepted_and_not_answered) {
  const std::string line = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  const auto stateless = send("POST", {{"MCP-Protocol-Version", "2026-07-28"}}, line);
  EXPECT_EQ(stateless.status, 202);
  EXPECT_THAT(stateless.body, IsEmpty());
  EXPECT_EQ(in_session(open(), line).status, 202);
}

TEST_F(HttpEndpointTest, a_session_lives_until_it_is_deleted) {
  const std::string id = open();
  EXPECT_THAT(in_session(id, message("1", "ping", "")).body, HasSubstr(R"("result":{})"));
  EXPECT_EQ(send("POST", {}, message("1", "ping", "")).status, 400);
  EXPECT_EQ(in_session("other", message("1", "ping", "")).status, 404);
  EXPECT_EQ(send("DELETE", {{"Mcp-Session-Id", id}}).status, 200);
  EXPECT_EQ(send("DELETE", {{"Mcp-Session-Id", id}}).status, 404);
  EXPECT_EQ(in_session(id, message("1", "ping", "")).status, 404);
}

TEST_F(HttpEndpointTest, sessions_of_any_of_our_revisions_may_name_another_one) {
  const std::string id = open("2025-06-18");
  const Headers headers{{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "2025-11-25"}};
  EXPECT_EQ(send("POST", headers, message("1", "ping", "")).status, 200);
  const Headers unknown{{"Mcp-Session-Id", id}, {"MCP-Protocol-Version", "1999-01-01"}};
  EXPECT_EQ(send("POST", unknown, message("1", "ping", "")).status, 400);
}

TEST_F(HttpEndpointTest, a_batch_is_answered_where_the_revision_has_it) {
  const std::string batch = "[" + message("1", "ping", "") + "," + message("2", "ping", "") + "]";
  const auto answer = in_session(open("2025-03-26"), batch);
  const std::string text = answer.stream ? read(answer) : answer.body;
  EXPECT_THAT(text, HasSubstr(R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc)"));
  EXPECT_EQ(in_session(open("2025-06-18"), batch).status, 400);
}

TEST_F(HttpEndpointTest, progress_and_answer_come_on_one_stream) {
  const auto answer = in_session(
      open(), message("1", "tools/call", R"("name":"log","_meta":{"progressToken":"t"})"));
  ASSERT_TRUE(answer.stream);
  const std::string text = read(answer);
  EXPECT_LT(text.find("notifications/progress"), text.find("logged"));
  EXPECT_THAT(text, HasSubstr("id: 1-"));
}

TEST_F(HttpEndpointTest, a_broken_stream_of_a_session_is_resumed_where_it_broke) {
  const std::string id = open();
  const auto answer = in_session(id, message("1", "tools/call", R"("name":"wait")"));
  ASSERT_TRUE(answer.stream);
  (void)read(answer, "\n\n");
  service.release();
  const auto rest = send("GET", {{"Mcp-Session-Id", id}, {"Last-Event-ID", "1-0"}});
  ASSERT_TRUE(rest.stream);
  EXPECT_THAT(read(rest), HasSubstr("waited"));
}

TEST_F(HttpEndpointTest, a_closed_stateless_stream_cancels_its_call) {
  const auto answer = ask("tools/call", R"("name":"wait")", {{"Mcp-Name", "wait"}});
  ASSERT_TRUE(answer.stream);
  (void)read(answer, "\n\n");
  EXPECT_EQ(service.stopped(), 1U);
}

TEST_F(HttpEndpointTest, a_session_hears_of_changes_on_its_own_stream) {
  const std::string id = open();
  in_session(id, message("1", "resources/subscribe", R"("uri":"test://one")"));
  std::this_thread::sleep_for(30ms);
  service.set_state("second");
  EXPECT_THAT(read(send("GET", {{"Mcp-Session-Id", id}}), "updated"), HasSubstr("test://one"));
  EXPECT_EQ(send("GET", {}).status, 405);
  EXPECT_EQ(send("GET", {{"Mcp-Session-Id", "other"}}).status, 404);
}

TEST_F(HttpEndpointTest, listening_without_accepting_streams_is_refused_and_not_left_hanging) {
  const HttpCall call{
      "POST",
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "subscriptions/listen"}},
      message("1", "subscriptions/listen", R"("notifications":{},)" + std::string{k_meta})};
  EXPECT_EQ(endpoint.handle(call).status, 406);
}

TEST_F(HttpEndpointTest, listening_streams_are_counted) {
  const auto first = ask("subscriptions/listen", R"("notifications":{})");
  const auto second = ask("subscriptions/listen", R"("notifications":{})");
  EXPECT_THAT(read(second, "acknowledged"), HasSubstr("subscriptionId\":1"));
  EXPECT_EQ(ask("subscriptions/listen", R"("notifications":{})").status, 429);
  EXPECT_EQ(ask("tools/list", "").status, 200);
}

}  // namespace
}  // namespace pumuki::mcp
