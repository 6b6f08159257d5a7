#include "gate/core/text.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(Text, trim_takes_white_space_at_both_ends) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim(" \v\f"), "");
}

TEST(Text, split_keeps_empty_parts) {
  EXPECT_EQ(split(",a,,b,", ','), (std::vector<std::string_view>{"", "a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Text, join_puts_the_separator_between) {
  EXPECT_EQ(join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Text, knows_well_formed_utf8) {
  for (const char* text : {"", "ascii", "é漢🎉", "\xF4\x8F\xBF\xBF", "\xED\x9F\xBF"}) {
    EXPECT_TRUE(is_valid_utf8(text)) << text;
  }
  for (const char* text : {"\x80", "\xC0\x80", "\xC3", "\xED\xA0\x80", "\xE0\x80\x80",
                           "\xF5\x80\x80\x80", "\xF4\x90\x80\x80", "\xF0\x9F\x8E"}) {
    EXPECT_FALSE(is_valid_utf8(text));
  }
}

TEST(Text, each_maximal_bad_part_becomes_one_replacement) {
  EXPECT_EQ(replace_invalid_utf8("a\xF0\x9F\x8E"
                                 "b"),
            "a\uFFFDb");
  EXPECT_EQ(replace_invalid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(replace_invalid_utf8("\xFF\xC3\xA9"), "\uFFFDé");
}

TEST(Text, quotes_for_a_shell) {
  EXPECT_EQ(shell_quote("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quote(""), "''");
}

}  // namespace
}  // namespace pumuki
