#include "server/http/port_holder.h"
#include "tests/unit/server/http/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace pumuki::http::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

Route status_route(std::string body) {
  return {"GET", "/status", [body](const Request&) { return json_reply(200, body); }};
}

std::string place(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }

TEST(Ports, port_zero_becomes_a_real_port) {
  const RunningServer one;
  const RunningServer two;
  EXPECT_NE(one.port(), 0);
  EXPECT_NE(one.port(), two.port());
}

TEST(Ports, a_second_listener_fails_and_names_an_unknown_holder) {
  const RunningServer server;
  const auto second =
      Listener::open({.port = server.port(), .port_variable = "PUMUKI_ENTERPRISE_MCP_PORT"}, {});
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, Code::AddressInUse);
  EXPECT_EQ(second.error().message,
            "EADDRINUSE " + place(server.port()) + " (held by another program)");
  EXPECT_EQ(second.error().hint, "set PUMUKI_ENTERPRISE_MCP_PORT=0 for a dynamic port");
}

TEST(Ports, a_second_listener_names_an_enterprise_server) {
  const RunningServer server{{}, {status_route(R"({"status":"ok","repoRoot":"/home/me/repo"})")}};
  const auto second = Listener::open({.port = server.port()}, {});
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().message, "EADDRINUSE " + place(server.port()) + " (held by pumuki pid " +
                                        std::to_string(::getpid()) + " for /home/me/repo)");
}

TEST(Ports, a_silent_holder_costs_half_a_second) {
  auto silent = Listener::open({}, {});
  ASSERT_TRUE(silent.has_value());
  const auto begin = steady_clock::now();
  const auto second = Listener::open({.port = (*silent)->port()}, {});
  EXPECT_FALSE(second.has_value());
  EXPECT_LT(steady_clock::now() - begin, milliseconds{1500});
  EXPECT_THAT(second.error().message, testing::HasSubstr("held by another program"));
}

TEST(Ports, every_interface_collides_with_one) {
  const RunningServer server;
  const auto second = Listener::open({.host = "0.0.0.0", .port = server.port()}, {});
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, Code::AddressInUse);
}

TEST(Ports, a_restart_on_the_same_port_works_at_once) {
  std::uint16_t port = 0;
  {
    const RunningServer server;
    port = server.port();
    RawClient client{port};
    client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(status_of(client.answer()), 200);
  }
  const RunningServer again{{.port = port}};
  EXPECT_EQ(status_of(talk(port, get("/health"))), 200);
}

TEST(Ports, any_spelling_of_loopback_is_bound) {
  for (const std::string host : {"127.0.0.1", "localhost", "0.0.0.0"}) {
    const RunningServer server{{.host = host}};
    EXPECT_EQ(status_of(talk(server.port(), get("/health"))), 200) << host;
  }
}

TEST(Ports, ipv6_is_bound_with_and_without_brackets) {
  if (!Listener::open({.host = "::1"}, {})) {
    GTEST_SKIP() << "this machine has no IPv6 loopback";
  }
  for (const std::string host : {"::1", "[::1]"}) {
    const RunningServer server{{.host = host}};
    RawClient client{server.port(), true};
    client.send("GET /health HTTP/1.1\r\nHost: [::1]:1\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(status_of(client.read_to_end()), 200) << host;
    const auto second = Listener::open({.host = host, .port = server.port()}, {});
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error().message, testing::HasSubstr("EADDRINUSE [::1]:"));
  }
}

TEST(Ports, an_address_of_another_machine_is_an_error) {
  for (const std::string host : {"192.0.2.1", "no such host"}) {
    const auto opened = Listener::open({.host = host}, {});
    ASSERT_FALSE(opened.has_value()) << host;
    EXPECT_EQ(opened.error().code, Code::UsageError) << host;
  }
}

TEST(PortHolder, reads_the_repository_of_both_servers) {
  EXPECT_EQ(repository_of_status(R"({"repoRoot":"/r","evidence":{"path":"/e/.ai_evidence.json"}})"),
            "/r");
  EXPECT_EQ(repository_of_status(R"({"evidence":{"path":"/r/.ai_evidence.json"}})"), "/r");
}

TEST(PortHolder, is_another_program_whatever_else_it_says) {
  for (const std::string& body :
       {std::string{}, std::string{"[]"}, std::string{"{"}, std::string{R"({"repoRoot":7})"},
        std::string{R"({"evidence":[]})"}, std::string{R"({"evidence":{"path":"/r/other.json"}})"},
        std::string{"\xff\xfe"}, std::string(100'000, '['),
        R"({"repoRoot":)" + std::string(100'000, '[')}) {
    EXPECT_EQ(repository_of_status(body), "") << body.substr(0, 60);
  }
}

TEST(Stop, before_run_makes_run_return) {
  auto listener = Listener::open({}, {});
  ASSERT_TRUE(listener.has_value());
  (*listener)->stop();
  (*listener)->run();
}

TEST(Stop, closes_idle_connections_at_once) {
  RunningServer server;
  RawClient idle{server.port()};
  RawClient partial{server.port()};
  idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(status_of(idle.answer()), 200);
  partial.send("GET /hea");
  const auto begin = steady_clock::now();
  server.stop();
  EXPECT_LT(steady_clock::now() - begin, milliseconds{800});
  EXPECT_TRUE(idle.closed(milliseconds{100}));
  EXPECT_TRUE(partial.closed(milliseconds{100}));
  EXPECT_FALSE(RawClient{server.port()}.connected());
}

TEST(Stop, lets_a_request_in_progress_finish) {
  RunningServer server{{}, {{"GET", "/slow", [](const Request&) {
                               std::this_thread::sleep_for(milliseconds{300});
                               return json_reply(200, std::string{"{}"});
                             }}}};
  RawClient client{server.port()};
  client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::this_thread::sleep_for(milliseconds{100});
  server.stop();
  EXPECT_EQ(status_of(client.answer(seconds{1})), 200);
  EXPECT_TRUE(client.closed(milliseconds{100}));
}

TEST(Busy, all_workers_busy_delays_others_but_loses_none) {
  const RunningServer server{{}, {{"GET", "/slow", [](const Request&) {
                                     std::this_thread::sleep_for(milliseconds{300});
                                     return json_reply(200, std::string{"{}"});
                                   }}}};
  std::vector<RawClient> clients;
  for (int i = 0; i < 80; ++i) {
    clients.emplace_back(server.port());
    clients.back().send(get("/slow"));
  }
  for (auto& client : clients) {
    EXPECT_EQ(status_of(client.answer()), 200);
  }
}

}  // namespace
}  // namespace pumuki::http::test
