// One test per row of the table of library pitfalls (contract: performance §5.2), in bytes.
#include "server/http/limits.h"
#include "tests/unit/server/http/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pumuki::http::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view k_next = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::string post(std::string_view headers) {
  return "POST /echo HTTP/1.1\r\nHost: localhost\r\n" + std::string{headers} + "\r\n";
}

/// Counts how often a request runs that only smuggling can send.
class RawRequests : public testing::Test {
 protected:
  RawRequests()
      : server_({.max_body_bytes = k_limit}, {{"GET", "/smuggled",
                                               [this](const Request&) {
                                                 ++smuggled_;
                                                 return json_reply(200, "{}");
                                               }},
                                              {"GET", "/throws", [](const Request&) -> Reply {
                                                 throw std::runtime_error("secret text");
                                               }}}) {}

  static constexpr std::size_t k_limit = 100'000;
  std::atomic<int> smuggled_ = 0;
  RunningServer server_;
};

TEST_F(RawRequests, exception_text_stays_inside) {
  RawClient client{server_.port()};
  client.send("GET /throws HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = client.answer();
  EXPECT_EQ(status_of(answer), 500);
  EXPECT_THAT(answer, testing::Not(testing::HasSubstr("secret text")));
  EXPECT_THAT(body_of(answer), testing::MatchesRegex(R"(\{"error":"[^"]+"\})"));
  client.send(k_next);
  EXPECT_EQ(status_of(client.answer()), 200);
}

TEST_F(RawRequests, range_is_ignored) {
  for (const std::string_view range : {"bytes=0-1", "bytes=0-1,0-2,0-3", "bytes=99-", "nonsense"}) {
    const auto answer =
        talk(server_.port(), get("/health", "Range: " + std::string{range} + "\r\n"));
    EXPECT_EQ(status_of(answer), 200) << range;
    EXPECT_EQ(body_of(answer), R"({"status":"ok"})") << range;
    EXPECT_EQ(header_of(answer, "Content-Range"), "") << range;
  }
}

TEST_F(RawRequests, nothing_is_compressed) {
  for (const std::string_view coding : {"br", "gzip", "gzip, deflate, br"}) {
    const auto answer =
        talk(server_.port(), get("/health", "Accept-Encoding: " + std::string{coding} + "\r\n"));
    EXPECT_EQ(header_of(answer, "Content-Encoding"), "");
    EXPECT_EQ(body_of(answer), R"({"status":"ok"})");
  }
}

TEST_F(RawRequests, ambiguous_lengths_are_400_and_close) {
  constexpr std::string_view k_smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const std::string_view headers :
       {"Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 9\r\n",
        "Content-Length: 3abc\r\n", "Content-Length: -1\r\n", "Content-Length: 5, 5\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding : chunked\r\n",
        "Transfer-Encoding:\r\n chunked\r\n", "Content-Encoding: gzip\r\nContent-Length: 5\r\n"}) {
    RawClient client{server_.port()};
    client.send(post(headers) + "0\r\n\r\n" + std::string{k_smuggled});
    const auto answers = client.read_to_end();
    EXPECT_EQ(status_of(answers), 400) << headers;
    EXPECT_EQ(header_of(answers, "Connection"), "close") << headers;
    EXPECT_EQ(body_of(answers), "") << headers;
  }
  EXPECT_EQ(smuggled_, 0);
}

TEST_F(RawRequests, bare_line_feeds_are_400_and_close) {
  for (const std::string_view bytes : {"GET /health HTTP/1.1\nHost: localhost\n\n",
                                       "GET /health HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n",
                                       "GET /health HTTP/1.1\r\nHost: localhost\r\nX: y\n\r\n"}) {
    const auto answer = talk(server_.port(), bytes, seconds{3});
    EXPECT_EQ(status_of(answer), 400) << bytes;
  }
}

TEST_F(RawRequests, the_body_limit_holds_for_declared_lengths) {
  RawClient client{server_.port()};
  client.send(post("Content-Length: " + std::to_string(k_limit) + "\r\n") +
              std::string(k_limit, 'a'));
  EXPECT_EQ(body_of(client.answer()).size(), k_limit);
  client.send(post("Content-Length: " + std::to_string(k_limit + 1) + "\r\n") +
              std::string(k_limit + 1, 'a'));
  const auto answer = client.read_to_end();
  EXPECT_EQ(status_of(answer), 413);
  EXPECT_THAT(body_of(answer), testing::HasSubstr("error"));
}

TEST_F(RawRequests, a_client_that_sends_far_too_much_can_still_read_413) {
  const std::string body(std::size_t{8} << 20, 'a');
  const auto answer =
      talk(server_.port(), post("Content-Length: " + std::to_string(body.size()) + "\r\n") + body);
  EXPECT_EQ(status_of(answer), 413);
}

TEST_F(RawRequests, the_body_limit_holds_for_chunks) {
  std::string chunks;
  for (std::size_t sent = 0; sent <= k_limit; sent += 1000) {
    chunks += "3e8\r\n" + std::string(1000, 'a') + "\r\n";
  }
  const auto answer =
      talk(server_.port(), post("Transfer-Encoding: chunked\r\n") + chunks + "0\r\n\r\n");
  EXPECT_EQ(status_of(answer), 413);
}

TEST_F(RawRequests, chunked_bodies_arrive_whole) {
  RawClient client{server_.port()};
  client.send(post("Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n2\r\n");
  client.send("de\r\n0\r\n\r\n" + std::string{k_next});
  EXPECT_EQ(body_of(client.answer()), "abcde");
  EXPECT_EQ(status_of(client.answer()), 200);
}

TEST_F(RawRequests, malformed_chunks_are_400_and_close) {
  for (const std::string_view body :
       {"x\r\n", "3\r\nabcd\r\n", "3\nabc\r\n", "0\r\nTrailer: x\r\n\r\n", "3\r\nabc0\r\n\r\n"}) {
    const auto answer =
        talk(server_.port(), post("Transfer-Encoding: chunked\r\n") + std::string{body});
    EXPECT_EQ(status_of(answer), 400) << body;
  }
}

TEST_F(RawRequests, any_content_type_of_any_size_reaches_the_handler) {
  const std::string body(20'000, 'a');
  for (const std::string_view type :
       {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"}) {
    RawClient client{server_.port()};
    client.send(post("Content-Type: " + std::string{type} + "\r\nContent-Length: 20000\r\n") +
                body);
    EXPECT_EQ(body_of(client.answer()), body) << type;
  }
}

TEST_F(RawRequests, the_body_of_a_get_is_never_the_next_request) {
  constexpr std::string_view k_smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string length = std::to_string(k_smuggled.size());
  for (const std::string_view start : {"GET /health", "GET /nope", "DELETE /health", "GET //"}) {
    RawClient client{server_.port()};
    client.send(std::string{start} + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length +
                "\r\n\r\n");
    EXPECT_NE(status_of(client.answer()), 0) << "the answer does not wait for the body";
    client.send(k_smuggled);
    client.send(k_next);
    EXPECT_EQ(status_of(client.answer()), 200) << start;
  }
  EXPECT_EQ(smuggled_, 0);
}

TEST_F(RawRequests, the_chunked_body_of_a_get_is_never_the_next_request) {
  RawClient client{server_.port()};
  client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  const auto answer = client.answer();
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_EQ(header_of(answer, "Connection"), "close");
  client.send("0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_EQ(smuggled_, 0);
}

TEST_F(RawRequests, a_large_body_of_a_get_ends_the_connection_after_the_answer) {
  RawClient client{server_.port()};
  client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n" +
              std::string(2'000'000, 'a'));
  const auto answer = client.read_to_end();
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_EQ(header_of(answer, "Connection"), "close");
}

TEST_F(RawRequests, fifty_pipelined_requests_are_answered_in_order) {
  RawClient client{server_.port()};
  std::string bytes;
  for (int i = 0; i < 50; ++i) {
    bytes += "GET /query?" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  client.send(bytes);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(body_of(client.answer()), "\"" + std::to_string(i) + "\"");
  }
}

TEST_F(RawRequests, a_request_split_at_every_byte_is_understood) {
  const std::string bytes = post("Content-Length: 3\r\n") + "abc";
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    RawClient client{server_.port()};
    client.send(std::string_view{bytes}.substr(0, cut));
    std::this_thread::sleep_for(milliseconds{1});
    client.send(std::string_view{bytes}.substr(cut));
    ASSERT_EQ(body_of(client.answer()), "abc") << cut;
  }
}

TEST_F(RawRequests, one_blank_line_before_a_request_is_skipped) {
  RawClient client{server_.port()};
  client.send("\r\n" + std::string{k_next} + "\r\n" + std::string{k_next});
  EXPECT_EQ(status_of(client.answer()), 200);
  EXPECT_EQ(status_of(client.answer()), 200);
  EXPECT_EQ(status_of(talk(server_.port(), "\r\n\r\n" + std::string{k_next})), 400);
}

TEST_F(RawRequests, a_head_of_32_kib_is_read_and_a_larger_one_is_431) {
  const std::string start = "GET /health HTTP/1.1\r\nHost: localhost\r\nX: ";
  const std::size_t room = k_max_head_bytes - start.size() - 4;
  RawClient client{server_.port()};
  client.send(start + std::string(room, 'x') + "\r\n\r\n");
  EXPECT_EQ(status_of(client.answer()), 200);
  const auto answer = talk(server_.port(), start + std::string(room + 1, 'x') + "\r\n\r\n");
  EXPECT_EQ(status_of(answer), 431);
  EXPECT_EQ(body_of(answer), "");
}

TEST_F(RawRequests, twenty_thousand_headers_are_431) {
  std::string bytes = "GET /health HTTP/1.1\r\nHost: localhost\r\n";
  for (int i = 0; i < 20'000; ++i) {
    bytes += "a: b\r\n";
  }
  EXPECT_EQ(status_of(talk(server_.port(), bytes + "\r\n")), 431);
}

TEST_F(RawRequests, a_line_without_end_costs_no_memory) {
  const std::string piece(std::size_t{1} << 20, 'x');
  const long before = resident_kb();
  RawClient client{server_.port()};
  client.send("GET /");
  for (int i = 0; i < 100 && client.send(piece); ++i) {
  }
  const long grown = resident_kb() - before;
  RecordProperty("grown_kb", std::to_string(grown));
  EXPECT_LT(grown, 4096);
  EXPECT_TRUE(client.closed(seconds{3}));
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
}

TEST_F(RawRequests, expect_100_continue_is_answered_before_the_body) {
  RawClient client{server_.port()};
  client.send(post("Expect: 100-continue\r\nContent-Length: 3\r\n"));
  EXPECT_EQ(client.answer(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  EXPECT_EQ(body_of(client.answer()), "abc");
  client.send(k_next);
  EXPECT_EQ(status_of(client.answer()), 200);
}

TEST_F(RawRequests, expect_100_continue_is_refused_before_the_body) {
  RawClient client{server_.port()};
  client.send(post("Expect: 100-continue\r\nContent-Length: 999999\r\n"));
  EXPECT_EQ(status_of(client.answer()), 413);
  RawClient other{server_.port()};
  other.send(
      "POST /nope HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
      "Content-Length: 3\r\n\r\n");
  const auto answer = other.read_to_end();
  EXPECT_EQ(status_of(answer), 404);
  EXPECT_EQ(header_of(answer, "Connection"), "close");
}

TEST_F(RawRequests, connection_close_is_obeyed_in_any_spelling) {
  for (const std::string_view value : {"close", "Close", "keep-alive, CLOSE"}) {
    const auto answer =
        talk(server_.port(), "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: " +
                                 std::string{value} + "\r\n\r\n" + std::string{k_next});
    EXPECT_EQ(header_of(answer, "Connection"), "close") << value;
    EXPECT_EQ(body_of(answer), R"({"status":"ok"})") << "the second request is not served";
  }
}

TEST_F(RawRequests, a_half_closed_client_gets_its_answer) {
  RawClient client{server_.port()};
  client.send(post("Content-Length: 3\r\n") + "abc" + std::string{k_next});
  client.half_close();
  EXPECT_EQ(body_of(client.answer()), "abc");
  EXPECT_EQ(status_of(client.answer()), 200);
  EXPECT_TRUE(client.closed(seconds{1}));
}

TEST_F(RawRequests, a_client_that_leaves_in_the_middle_is_no_trouble) {
  for (const std::string_view bytes : {"", "GET",
                                       "POST /echo HTTP/1.1\r\nHost: localhost\r\n"
                                       "Content-Length: 50\r\n\r\nabc"}) {
    RawClient polite{server_.port()};
    polite.send(bytes);
    polite.half_close();
    EXPECT_TRUE(polite.closed(seconds{2})) << bytes;
    RawClient rude{server_.port()};
    rude.send(bytes);
    rude.reset();
  }
  EXPECT_EQ(status_of(talk(server_.port(), get("/health"))), 200);
}

TEST_F(RawRequests, a_connection_serves_a_thousand_requests_and_then_ends) {
  RawClient client{server_.port()};
  for (std::size_t i = 1; i < k_max_requests_per_connection; ++i) {
    client.send(k_next);
    const auto answer = client.answer();
    ASSERT_EQ(status_of(answer), 200) << i;
    ASSERT_NE(header_of(answer, "Connection"), "close") << i;
  }
  client.send(k_next);
  EXPECT_EQ(header_of(client.answer(), "Connection"), "close");
  EXPECT_TRUE(client.closed(seconds{1}));
}

}  // namespace
}  // namespace pumuki::http::test
