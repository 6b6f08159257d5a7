#include "bridges/stdio/http_client.h"

#include "tests/unit/bridges/stdio/fake_http_server.h"

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <thread>

namespace pumuki::stdio {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using Clock = std::chrono::steady_clock;
using test::Exchange;
using test::FakeHttpServer;

constexpr std::string_view k_exotic = "{\"text\":\"é漢🎉\"}";

mcp::CallContext within(std::chrono::milliseconds limit, std::stop_token stop = {}) {
  return {std::move(stop), Clock::now() + limit};
}

std::expected<HttpReply, HttpFailure> ask(std::uint16_t port, const mcp::CallContext& context,
                                          const HttpRequest& request = {.target = "/"}) {
  auto connection = HttpConnection::open({"127.0.0.1", port}, context);
  if (!connection) {
    return std::unexpected{connection.error()};
  }
  return (*connection)->send(request);
}

std::expected<HttpReply, HttpFailure> answer_of(const FakeHttpServer::Handler& handler) {
  FakeHttpServer server{handler};
  return ask(server.port(), within(5s));
}

TEST(HttpClient, reads_a_reply_whatever_its_segments) {
  const auto reply = answer_of([](Exchange& exchange) {
    exchange.trickle("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                     std::to_string(k_exotic.size()) + "\r\n\r\n" + std::string{k_exotic});
  });
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->body, k_exotic);
  EXPECT_EQ(reply->content_type, "application/json");
  EXPECT_TRUE(reply->keeps_open);
}

TEST(HttpClient, reads_chunks) {
  const auto reply = answer_of([](Exchange& exchange) {
    exchange.trickle(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
        "chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n");
  });
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "{\"a\":1}");
}

TEST(HttpClient, asks_for_plain_text_and_sends_what_it_is_told) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.reply(200, "{}"); }};
  ASSERT_TRUE(ask(server.port(), within(5s), {"POST", "/tool?a=%C3%A9", "{\"a\":\"é\"}"}));
  EXPECT_EQ(server.requests().front(), "POST /tool?a=%C3%A9");
  EXPECT_EQ(server.bodies().front(), "{\"a\":\"é\"}");
  EXPECT_THAT(server.heads().front(), HasSubstr("Accept-Encoding: identity"));
  EXPECT_THAT(server.heads().front(), HasSubstr("Content-Type: application/json"));
  EXPECT_THAT(server.heads().front(),
              HasSubstr("Host: 127.0.0.1:" + std::to_string(server.port())));
}

TEST(HttpClient, takes_a_second_request_on_the_same_connection) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.reply(200, "{}"); }};
  auto connection = HttpConnection::open({"127.0.0.1", server.port()}, within(5s));
  ASSERT_TRUE(connection);
  ASSERT_TRUE((*connection)->send({.target = "/1"}));
  EXPECT_TRUE((*connection)->usable());
  ASSERT_TRUE((*connection)->send({.target = "/2"}));
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(HttpClient, a_redirect_is_a_reply_like_any_other) {
  FakeHttpServer target{[](Exchange& exchange) { exchange.reply(200, "{}"); }};
  const auto reply = answer_of([&](Exchange& exchange) {
    exchange.raw("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" +
                 std::to_string(target.port()) + "/\r\nContent-Length: 0\r\n\r\n");
  });
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 302);
  EXPECT_TRUE(target.requests().empty());
}

struct BrokenCase {
  std::string_view name;
  std::string_view bytes;
};

class BrokenReply : public ::testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenReply, is_an_interruption) {
  const auto reply = answer_of([](Exchange& exchange) {
    exchange.raw(GetParam().bytes);
    exchange.close();
  });
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::Interrupted);
  EXPECT_TRUE(reply.error().sent);
}

INSTANTIATE_TEST_SUITE_P(
    HttpClient, BrokenReply,
    ::testing::Values(
        BrokenCase{"nothing", ""}, BrokenCase{"half_line", "HTTP/1.1 20"},
        BrokenCase{"half_head", "HTTP/1.1 200 OK\r\nContent-Le"},
        BrokenCase{"half_body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a\":"},
        BrokenCase{"half_chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"a"},
        BrokenCase{"no_http", "SSH-2.0-OpenSSH_9.2\r\n"}),
    [](const auto& parameter) { return std::string{parameter.param.name}; });

TEST(HttpClient, a_closed_port_is_refused_at_once_and_nothing_was_sent) {
  std::uint16_t port = 0;
  {
    const FakeHttpServer gone{[](Exchange&) {}};
    port = gone.port();
  }
  const auto reply = ask(port, within(5s));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::Refused);
  EXPECT_FALSE(reply.error().sent);
  EXPECT_THAT(reply.error().message, HasSubstr("127.0.0.1:" + std::to_string(port)));
}

TEST(HttpClient, silence_ends_at_the_deadline) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.hang(); }};
  const auto start = Clock::now();
  const auto reply = ask(server.port(), within(150ms));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::Deadline);
  EXPECT_LT(Clock::now() - start, 3s);
}

TEST(HttpClient, dribbling_does_not_move_the_deadline) {
  FakeHttpServer server{[](Exchange& exchange) {
    exchange.raw("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    while (!exchange.closed()) {
      exchange.raw(" ");
      std::this_thread::sleep_for(10ms);
    }
  }};
  const auto reply = ask(server.port(), within(200ms));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::Deadline);
}

TEST(HttpClient, a_requested_stop_ends_the_wait) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.hang(); }};
  std::stop_source stop;
  std::thread stopper{[&] {
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
  }};
  const auto start = Clock::now();
  const auto reply = ask(server.port(), within(60s, stop.get_token()));
  stopper.join();
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::Cancelled);
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST(HttpClient, a_head_without_end_is_given_up) {
  FakeHttpServer server{[](Exchange& exchange) {
    exchange.raw("HTTP/1.1 200 OK\r\nX: ");
    while (!exchange.closed()) {
      exchange.raw(std::string(65536, 'x'));
    }
  }};
  const auto reply = ask(server.port(), within(20s));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().fault, HttpFault::TooLarge);
}

TEST(HttpClient, a_body_may_have_8_mib_and_not_one_byte_more) {
  const auto full = answer_of(
      [](Exchange& exchange) { exchange.reply(200, std::string(k_max_reply_bytes, ' ')); });
  ASSERT_TRUE(full);
  EXPECT_EQ(full->body.size(), k_max_reply_bytes);
  const auto over = answer_of(
      [](Exchange& exchange) { exchange.reply(200, std::string(k_max_reply_bytes + 1, ' ')); });
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().fault, HttpFault::TooLarge);
  EXPECT_THAT(over.error().message, HasSubstr(std::to_string(k_max_reply_bytes)));
}

TEST(HttpClient, reaches_ipv6_and_names_it_in_brackets) {
  FakeHttpServer server{[](Exchange& exchange) { exchange.reply(200, "{}"); }, true};
  auto connection = HttpConnection::open({"::1", server.port()}, within(5s));
  ASSERT_TRUE(connection);
  ASSERT_TRUE((*connection)->send({.target = "/"}));
  EXPECT_THAT(server.heads().front(), HasSubstr("Host: [::1]:" + std::to_string(server.port())));
  EXPECT_EQ(text_of({"::1", 80}), "[::1]:80");
}

}  // namespace
}  // namespace pumuki::stdio
