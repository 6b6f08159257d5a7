#include "gate/core/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace pumuki {
namespace {

std::string number(double value) {
  std::string out;
  append_json_number(out, value);
  return out;
}

struct NumberCase {
  double value;
  const char* text;
};

class JsonNumber : public testing::TestWithParam<NumberCase> {};

TEST_P(JsonNumber, has_the_ecmascript_form) {
  EXPECT_EQ(number(GetParam().value), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    JsonText, JsonNumber,
    testing::Values(NumberCase{0, "0"}, NumberCase{-0.0, "0"}, NumberCase{1, "1"},
                    NumberCase{-1.5, "-1.5"}, NumberCase{100, "100"},
                    NumberCase{1e20, "100000000000000000000"}, NumberCase{1e21, "1e+21"},
                    NumberCase{1.25e21, "1.25e+21"},
                    NumberCase{12345678901234567890.0, "12345678901234567000"},
                    NumberCase{0.000001, "0.000001"}, NumberCase{1e-7, "1e-7"},
                    NumberCase{1.5e-7, "1.5e-7"}, NumberCase{123.456, "123.456"},
                    NumberCase{0.1 + 0.2, "0.30000000000000004"}, NumberCase{5e-324, "5e-324"},
                    NumberCase{1.7976931348623157e308, "1.7976931348623157e+308"},
                    NumberCase{std::numeric_limits<double>::infinity(), "null"},
                    NumberCase{std::nan(""), "null"}));

TEST(JsonText, random_numbers_read_back_exactly) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 20'000; ++i) {
    const auto bits = random();
    double value = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) {
      EXPECT_EQ(std::strtod(number(value).c_str(), nullptr), value);
    }
  }
}

TEST(JsonText, escapes_only_what_must_be_escaped) {
  EXPECT_EQ(json_string("a\"b\\c/\x7f"), "\"a\\\"b\\\\c/\x7f\"");
  EXPECT_EQ(json_string("\b\t\n\f\r\x01\x1f"), R"("\b\t\n\f\r\u0001\u001f")");
  EXPECT_EQ(json_string(std::string_view{"\0", 1}), R"("\u0000")");
  EXPECT_EQ(json_string("é\u2028🚀"), "\"é\u2028🚀\"");
}

TEST(JsonText, writes_lone_surrogates_as_escapes) {
  EXPECT_EQ(json_string("a\xED\xA0\xBD"
                        "b\"\n"),
            R"("a\ud83db\"\n")");
}

TEST(JsonText, repairs_bytes_that_are_not_utf8) {
  EXPECT_EQ(json_string("a\xFF"
                        "b\xC3"),
            "\"a\uFFFDb\uFFFD\"");
}

TEST(JsonDepth, counts_brackets_outside_strings) {
  EXPECT_TRUE(json_depth_at_most("7", 0));
  EXPECT_TRUE(json_depth_at_most("[[1],[2]]", 2));
  EXPECT_FALSE(json_depth_at_most("[[1],[2]]", 1));
  EXPECT_TRUE(json_depth_at_most(R"({"a":"[[[\"[[["})", 1));
  EXPECT_FALSE(json_depth_at_most(std::string(100'000, '[')));
}

}  // namespace
}  // namespace pumuki
