#include "gate/core/json_nesting.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki {
namespace {

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(JsonNesting, allows_the_limit_and_refuses_one_more) {
  EXPECT_TRUE(json_nesting_within(nested(k_max_json_levels)));
  EXPECT_FALSE(json_nesting_within(nested(k_max_json_levels + 1)));
}

TEST(JsonNesting, counts_depth_and_not_brackets) {
  EXPECT_TRUE(json_nesting_within("[[],[],[],[{}]]", 3));
  EXPECT_FALSE(json_nesting_within("[[],[],[],[{}]]", 2));
}

TEST(JsonNesting, ignores_brackets_inside_strings) {
  EXPECT_TRUE(json_nesting_within(R"(["[[[[", "\"[[[", "\\"])", 1));
  EXPECT_FALSE(json_nesting_within(R"(["\\", [1]])", 1));
}

TEST(JsonNesting, survives_text_that_is_not_json) {
  EXPECT_TRUE(json_nesting_within("]]]]\"", 1));
  EXPECT_TRUE(json_nesting_within("\"\\", 1));
  EXPECT_FALSE(json_nesting_within(std::string(100'000, '{')));
}

}  // namespace
}  // namespace pumuki
