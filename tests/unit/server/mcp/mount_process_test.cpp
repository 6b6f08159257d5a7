#include "bridges/mcp/json_view.h"
#include "tests/support/child_process.h"
#include "tests/support/http_client.h"
#include "tests/support/repo_builder.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_environment.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <string>
#include <string_view>

namespace pumuki::mcp_mount {
namespace {

using namespace std::chrono_literals;
using pumuki::test::ChildProcess;
using pumuki::test::HttpCall;
using pumuki::test::HttpHeaders;
using pumuki::test::HttpReply;
using pumuki::test::LoopbackConnection;
using pumuki::test::RepoBuilder;
using ::testing::HasSubstr;

constexpr std::string_view k_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class Mount : public ::testing::Test {
 protected:
  Mount() { repo.init().commit_file("a.txt", "1\n"); }

  ChildProcess server(const std::string& kind) {
    return ChildProcess{{.argv = {std::string{PUMUKI_BIN_DIR} + "/pumuki-mcp-" + kind, "--port",
                                  "0", "--project", repo.root(), "--log-level", "error"},
                         .environment = pumuki::test::test_environment("/nonexistent"),
                         .cwd = repo.root()}};
  }
  static HttpCall asking(const std::string& method, const std::string& params,
                         HttpHeaders more = {}) {
    more.emplace_back("MCP-Protocol-Version", "2026-07-28");
    more.emplace_back("Mcp-Method", method);
    more.emplace_back("Accept", "application/json, text/event-stream");
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" +
                             params + "," + std::string{k_meta} + "}}";
    return {"POST", "/mcp", std::move(more), body};
  }
  static HttpReply exchange(int port, const HttpCall& call) {
    return LoopbackConnection{port}.exchange(call);
  }
  static std::string plain(int port, const std::string& target) {
    HttpCall call;
    call.target = target;
    return exchange(port, call).body;
  }
  /// Asks for an answer that does not end.
  static void listen(LoopbackConnection& connection, const std::string& uris) {
    const auto call = asking("subscriptions/listen",
                             R"("notifications":{"resourceSubscriptions":[)" + uris + "]}");
    std::string head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ";
    head += std::to_string(call.body.size()) + "\r\n";
    for (const auto& [name, value] : call.headers) {
      head += name + ": " + value + "\r\n";
    }
    connection.send(head + "\r\n" + call.body);
  }
  /// Decoded text of the first content.
  static std::string text_of(const HttpReply& reply) {
    const auto result = mcp::json_member(reply.body, "result");
    const auto items = mcp::json_member(result, "content");
    const auto contents = mcp::json_member(result, "contents");
    const auto first = mcp::json_elements(items.value_or(contents.value_or("[]")));
    return first.empty() ? ""
                         : mcp::json_text_of(mcp::json_member(first.front(), "text")).value_or("");
  }

  RepoBuilder repo;
};

TEST_F(Mount, a_call_gives_the_bytes_of_the_plain_route) {
  ChildProcess evidence = server("evidence");
  const int port = evidence.port();
  const auto call =
      asking("tools/call", R"("name":"evidence_status")", {{"Mcp-Name", "evidence_status"}});
  EXPECT_EQ(text_of(exchange(port, call)), plain(port, "/status"));
  ChildProcess enterprise = server("enterprise");
  const auto read =
      asking("resources/read", R"("uri":"gitflow://state")", {{"Mcp-Name", "gitflow://state"}});
  EXPECT_EQ(text_of(exchange(enterprise.port(), read)),
            plain(enterprise.port(), "/resource?uri=gitflow%3A%2F%2Fstate"));
}

TEST_F(Mount, foreign_pages_are_refused_before_anything_else) {
  ChildProcess evidence = server("evidence");
  const auto call = asking("tools/list", R"("x":1)", {{"Origin", "http://example.org"}});
  EXPECT_EQ(exchange(evidence.port(), call).status, 403);
}

TEST_F(Mount, a_change_of_the_evidence_reaches_who_listens) {
  ChildProcess evidence = server("evidence");
  LoopbackConnection connection{evidence.port()};
  listen(connection, R"("evidence://status")");
  const std::string text = connection.read_until_closed(1500ms);
  EXPECT_THAT(text, HasSubstr("text/event-stream"));
  EXPECT_THAT(text, HasSubstr("notifications/subscriptions/acknowledged"));
  pumuki::test::write_bytes(repo.root() + "/.ai_evidence.json", "{}");
  EXPECT_THAT(connection.read_until_closed(3000ms), HasSubstr("notifications/resources/updated"));
}

TEST_F(Mount, open_streams_do_not_keep_the_server_alive) {
  ChildProcess enterprise = server("enterprise");
  LoopbackConnection connection{enterprise.port()};
  listen(connection, "");
  EXPECT_THAT(connection.read_until_closed(500ms), HasSubstr("acknowledged"));
  enterprise.send_signal(SIGTERM);
  EXPECT_EQ(enterprise.wait(5000ms), 0);
}

}  // namespace
}  // namespace pumuki::mcp_mount
