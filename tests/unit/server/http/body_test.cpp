#include "server/http/body.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pumuki::http {
namespace {

using State = BodyReader::State;

constexpr std::uint64_t k_limit = 20;

Framing chunked() { return {.kind = Framing::Kind::Chunked}; }
Framing length(std::uint64_t bytes) { return {.kind = Framing::Kind::Length, .length = bytes}; }

struct Outcome {
  State state;
  std::string body;
  std::string rest;
};

/// Feeds `bytes` in pieces of `step`.
Outcome read(const Framing& framing, std::string_view bytes, std::size_t step) {
  BodyReader reader{framing, k_limit, true};
  std::string pending;
  while (!bytes.empty() && reader.state() == State::NeedBytes) {
    pending += bytes.substr(0, step);
    bytes.remove_prefix(std::min(step, bytes.size()));
    std::string_view input = pending;
    reader.feed(input);
    pending = std::string{input};
  }
  return {reader.state(), reader.take(), pending + std::string{bytes}};
}

TEST(BodyReader, without_body_is_done_at_once) {
  EXPECT_EQ((BodyReader{Framing{}, k_limit, true}.state()), State::Done);
}

TEST(BodyReader, takes_the_declared_length_and_leaves_the_rest) {
  for (const std::size_t step : {1UL, 3UL, 100UL}) {
    const auto outcome = read(length(5), "helloGET /", step);
    EXPECT_EQ(outcome.state, State::Done);
    EXPECT_EQ(outcome.body, "hello");
    EXPECT_EQ(outcome.rest, "GET /");
  }
}

TEST(BodyReader, declared_length_beyond_the_limit_is_too_large_before_any_byte) {
  EXPECT_EQ((BodyReader{length(k_limit + 1), k_limit, true}.state()), State::TooLarge);
  EXPECT_EQ((BodyReader{length(k_limit), k_limit, true}.state()), State::NeedBytes);
}

TEST(BodyReader, joins_chunks_whatever_the_pieces) {
  constexpr std::string_view k_bytes = "5\r\nhello\r\nA;x=\"y\"\r\n0123456789\r\n000\r\n\r\nGET /";
  for (std::size_t step = 1; step <= k_bytes.size(); ++step) {
    const auto outcome = read(chunked(), k_bytes, step);
    EXPECT_EQ(outcome.state, State::Done) << step;
    EXPECT_EQ(outcome.body, "hello0123456789") << step;
    EXPECT_EQ(outcome.rest, "GET /") << step;
  }
}

TEST(BodyReader, limits_the_sum_of_all_chunks) {
  EXPECT_EQ(read(chunked(), "A\r\n0123456789\r\nB\r\n", 100).state, State::TooLarge);
  EXPECT_EQ(read(chunked(), "FFFFFFFF\r\n", 1).state, State::TooLarge);
}

TEST(BodyReader, drops_what_nobody_wants) {
  BodyReader reader{length(3), k_limit, false};
  std::string_view input = "abcd";
  EXPECT_EQ(reader.feed(input), State::Done);
  EXPECT_EQ(reader.take(), "");
  EXPECT_EQ(input, "d");
}

class ChunksRefused : public testing::TestWithParam<std::string_view> {};

TEST_P(ChunksRefused, as_malformed) {
  EXPECT_EQ(read(chunked(), GetParam(), 1).state, State::Malformed) << GetParam();
  EXPECT_EQ(read(chunked(), GetParam(), 1000).state, State::Malformed) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Table, ChunksRefused,
    testing::Values("\r\n", "x\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", " 1\r\n", "1 \r\n",
                    "000000001\r\n", "1\n", "1\r\r\n", "1\r\nab\r\n", "1\r\na\n", "1\r\naX\r\n",
                    "0\r\nTrailer: x\r\n\r\n", "1;ext\x01\r\n", "1;a\rb\r\n", "0\n\n",
                    "1;0123456789012345678901234567890123456789012345678901234567890123456789"
                    "01234567890123456789012345678901234567890123456789012345678901234567890123"
                    "45678901234567890123456789012345678901234567890123456789012345678901234567"
                    "890123456789012345678901234567890123456789"));

}  // namespace
}  // namespace pumuki::http
