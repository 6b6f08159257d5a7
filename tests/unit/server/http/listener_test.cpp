#include "server/http/listener.h"

#include "tests/unit/server/http/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace pumuki::http::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

milliseconds since(steady_clock::time_point begin) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
}

TEST(Listener, answers_json_with_the_documented_headers) {
  const RunningServer server;
  const auto answer = talk(server.port(), get("/health"));
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_EQ(header_of(answer, "Content-Type"), "application/json; charset=utf-8");
  EXPECT_EQ(header_of(answer, "Content-Length"), "15");
  EXPECT_EQ(header_of(answer, "Cache-Control"), "no-store");
  EXPECT_THAT(header_of(answer, "Date"), HasSubstr(" GMT"));
  EXPECT_EQ(body_of(answer), R"({"status":"ok"})");
}

TEST(Listener, serves_a_hundred_requests_on_one_connection_without_waiting) {
  const RunningServer server;
  RawClient client{server.port()};
  const auto begin = steady_clock::now();
  for (int i = 0; i < 100; ++i) {
    client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ASSERT_EQ(status_of(client.answer()), 200) << i;
  }
  EXPECT_LT(since(begin), milliseconds{500});
}

TEST(Listener, an_unknown_path_is_404_and_another_method_405) {
  const RunningServer server;
  EXPECT_EQ(status_of(talk(server.port(), get("/nope"))), 404);
  const auto answer = talk(
      server.port(), "DELETE /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status_of(answer), 405);
  EXPECT_EQ(header_of(answer, "Allow"), "GET");
}

TEST(Listener, hands_the_body_of_a_post_to_the_handler) {
  const RunningServer server;
  const auto answer = talk(server.port(),
                           "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                           "Content-Length: 5\r\n\r\n\"abc\"");
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_EQ(body_of(answer), "\"abc\"");
}

}  // namespace
}  // namespace pumuki::http::test
