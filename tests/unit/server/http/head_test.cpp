#include "server/http/head.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pumuki::http {
namespace {

std::string with_host(std::string_view lines) {
  return "POST /x HTTP/1.1\r\nHost: h\r\n" + std::string{lines} + "\r\n";
}

TEST(Head, is_read_into_its_parts) {
  const std::string text =
      "GET /a?b HTTP/1.1\r\nHost: h:1\r\nX-One:\t padded \t\r\nx-one: two\r\nEmpty:\r\n\r\n";
  const auto head = parse_head(text);
  ASSERT_TRUE(head.has_value());
  EXPECT_EQ(head->method, "GET");
  EXPECT_EQ(head->target, "/a?b");
  EXPECT_FALSE(head->http10);
  EXPECT_EQ(head->value("host"), "h:1");
  EXPECT_EQ(head->value("X-ONE"), "padded");
  EXPECT_EQ(head->count("x-One"), 2U);
  EXPECT_EQ(head->count("Empty"), 1U);
  EXPECT_EQ(head->value("missing"), "");
}

TEST(Head, lists_finds_tokens_in_any_case_and_place) {
  const std::string text = with_host("Connection: keep-alive, Close\r\nTE: trailers\r\n");
  const auto head = parse_head(text);
  ASSERT_TRUE(head.has_value());
  EXPECT_TRUE(head->lists("connection", "close"));
  EXPECT_FALSE(head->lists("connection", "clos"));
}

class HeadRefused : public testing::TestWithParam<std::string_view> {};

TEST_P(HeadRefused, with_400) {
  const auto head = parse_head(GetParam());
  ASSERT_FALSE(head.has_value()) << GetParam();
  EXPECT_EQ(head.error(), 400);
}

INSTANTIATE_TEST_SUITE_P(
    Table, HeadRefused,
    testing::Values("\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
                    "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n",
                    " GET / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.2\r\nHost: h\r\n\r\n",
                    "GET / HTTP/2.0\r\nHost: h\r\n\r\n", "GET / http/1.1\r\nHost: h\r\n\r\n",
                    "FOO / HTTP/1.1\r\nHost: h\r\n\r\n", "get / HTTP/1.1\r\nHost: h\r\n\r\n",
                    "PRI * HTTP/2.0\r\n\r\n",
                    // Host: none, empty, blank, two
                    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: \t\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
                    "GET / HTTP/1.0\r\nHost: h\r\nhost: h\r\n\r\n",
                    // field lines
                    "GET / HTTP/1.1\r\nHost: h\r\nA : b\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n folded\r\n\r\n",
                    "GET / HTTP/1.1\r\n Host: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\n: b\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\nA: b\rc\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\nA: b\x01\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: h\r\nA\xC3: b\r\n\r\n",
                    std::string_view{"GET / HTTP/1.1\r\nHost: h\r\nA: \0\r\n\r\n", 33}));

TEST(Head, of_http_1_0_needs_no_host) {
  const auto head = parse_head("GET / HTTP/1.0\r\n\r\n");
  ASSERT_TRUE(head.has_value());
  EXPECT_TRUE(head->http10);
}

TEST(HeadScanner, finds_the_end_whatever_the_pieces) {
  const std::string text = "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /";
  const std::size_t end = text.find("\r\n\r\n") + 4;
  HeadScanner scanner;
  for (std::size_t size = 0; size < end; ++size) {
    ASSERT_EQ(scanner.scan(std::string_view{text}.substr(0, size)), 0U) << size;
  }
  EXPECT_EQ(scanner.scan(text), end);
}

TEST(HeadScanner, refuses_lines_without_carriage_return) {
  EXPECT_FALSE(HeadScanner{}.scan("GET / HTTP/1.1\n").has_value());
  EXPECT_FALSE(HeadScanner{}.scan("GET / HTTP/1.1\r\nHost: h\n\r\n").has_value());
  EXPECT_FALSE(HeadScanner{}.scan("GET / HTTP/1.1\r\nHost: h\r\n\n").has_value());
  EXPECT_FALSE(HeadScanner{}.scan("\n").has_value());
}

struct FramingCase {
  std::string_view lines;
  Framing::Kind kind = Framing::Kind::None;
  std::uint64_t length = 0;
};

class FramingAccepted : public testing::TestWithParam<FramingCase> {};

TEST_P(FramingAccepted, is_read) {
  const std::string text = with_host(GetParam().lines);
  const auto head = parse_head(text);
  ASSERT_TRUE(head.has_value());
  const auto framing = read_framing(*head);
  ASSERT_TRUE(framing.has_value()) << GetParam().lines;
  EXPECT_EQ(framing->kind, GetParam().kind);
  EXPECT_EQ(framing->length, GetParam().length);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FramingAccepted,
    testing::Values(FramingCase{""}, FramingCase{"Content-Length: 0\r\n"},
                    FramingCase{"Content-Length: 12\r\n", Framing::Kind::Length, 12},
                    FramingCase{"content-length:007\r\n", Framing::Kind::Length, 7},
                    FramingCase{"Transfer-Encoding: Chunked\r\n", Framing::Kind::Chunked},
                    FramingCase{"Content-Encoding: identity\r\n"},
                    FramingCase{"TE: trailers\r\n"}));

class FramingRefused : public testing::TestWithParam<std::string_view> {};

TEST_P(FramingRefused, with_400) {
  const std::string text = with_host(GetParam());
  const auto head = parse_head(text);
  ASSERT_TRUE(head.has_value());
  const auto framing = read_framing(*head);
  ASSERT_FALSE(framing.has_value()) << GetParam();
  EXPECT_EQ(framing.error(), 400);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FramingRefused,
    testing::Values("Content-Length: 5\r\nContent-Length: 5\r\n",
                    "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5, 5\r\n",
                    "Content-Length: 3abc\r\n", "Content-Length: -1\r\n", "Content-Length: +1\r\n",
                    "Content-Length:\r\n", "Content-Length: 0x5\r\n", "Content-Length: 1 2\r\n",
                    "Content-Length: 99999999999999999999\r\n",
                    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip, chunked\r\n",
                    "Transfer-Encoding: identity\r\n", "Transfer-Encoding: xchunked\r\n",
                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                    "Transfer-Encoding:\r\n", "Content-Encoding: gzip\r\nContent-Length: 5\r\n",
                    "Content-Encoding: br\r\n"));

TEST(Framing, of_http_1_0_knows_no_chunks_and_closes) {
  const auto chunked = parse_head("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n");
  ASSERT_TRUE(chunked.has_value());
  EXPECT_FALSE(read_framing(*chunked).has_value());
  const auto plain = parse_head("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  ASSERT_TRUE(plain.has_value());
  EXPECT_TRUE(read_framing(*plain)->close);
}

TEST(Framing, another_expectation_is_417) {
  const std::string text = with_host("Expect: a-miracle\r\nContent-Length: 1\r\n");
  const auto head = parse_head(text);
  ASSERT_TRUE(head.has_value());
  EXPECT_EQ(read_framing(*head).error(), 417);
}

}  // namespace
}  // namespace pumuki::http
