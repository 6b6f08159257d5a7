#include "gate/core/ascii_collation.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace pumuki {
namespace {

TEST(AsciiCollation, orders_punctuation_before_digits_before_letters) {
  const std::vector<std::string> sorted{"a b", "a_b", "a-b", "a::b", "a.b", "a/b",
                                        "a0",  "ab",  "aB",  "aB.c", "abc", "ABD"};
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
    EXPECT_TRUE(std::is_lt(compare_ascii_collated(sorted[i], sorted[i + 1])))
        << sorted[i] << " / " << sorted[i + 1];
    EXPECT_TRUE(std::is_gt(compare_ascii_collated(sorted[i + 1], sorted[i])));
  }
}

TEST(AsciiCollation, case_decides_only_when_all_else_is_equal) {
  const std::array<const char*, 7> sorted{"ab", "aB", "Ab", "AB", "Aba", "abc", "ABD"};
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
    EXPECT_TRUE(std::is_lt(compare_ascii_collated(sorted.at(i), sorted.at(i + 1)))) << sorted.at(i);
  }
}

TEST(AsciiCollation, control_characters_do_not_count) {
  EXPECT_TRUE(std::is_eq(compare_ascii_collated(std::string_view{"a\x01\x7f"}, "a")));
  EXPECT_TRUE(std::is_eq(compare_ascii_collated("", std::string_view{"\0", 1})));
  EXPECT_TRUE(std::is_lt(compare_ascii_collated("", "\t")));
}

TEST(AsciiCollation, other_bytes_come_behind_every_character_in_the_order_of_their_values) {
  EXPECT_TRUE(std::is_lt(compare_ascii_collated("az", "a\xC3\xA9")));
  EXPECT_TRUE(std::is_lt(compare_ascii_collated("a\xC3\xA8", "a\xC3\xA9")));
  EXPECT_TRUE(std::is_gt(compare_ascii_collated("\x80", "zz")));
}

}  // namespace
}  // namespace pumuki
