#include "gate/lifecycle/block_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace pumuki::lifecycle {
namespace {

constexpr Markers k_marks{"# <a>", "# </a>"};
constexpr std::string_view k_block = "# <a>\nx\n# </a>";

std::string without(std::string_view text) {
  return without_regions(text, find_regions(text, k_marks));
}

TEST(BlockText, goes_in_and_comes_out_at_every_line_of_any_text) {
  std::mt19937 random{20260314};
  const std::string letters = "a#\n\r \t'\"\\\n";
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::size_t size = random() % 40; size > 0; --size) {
      text += letters[random() % letters.size()];
    }
    for (std::size_t at = 0; at <= text.size(); ++at) {
      if (at == 0 || at == text.size() || text[at - 1] == '\n') {
        const std::string with = insert_block(text, at, k_block);
        EXPECT_EQ(without(with), text) << "at " << at;
        EXPECT_EQ(find_regions(with, k_marks).complete.size(), 1U);
      }
    }
  }
}

TEST(BlockText, block_stands_on_lines_of_its_own) {
  EXPECT_EQ(insert_block("a", 1, k_block), "a\n# <a>\nx\n# </a>");
  EXPECT_EQ(insert_block("a\n", 2, k_block), "a\n# <a>\nx\n# </a>\n");
  EXPECT_EQ(insert_block("", 0, k_block), "# <a>\nx\n# </a>\n");
  EXPECT_EQ(insert_block("a\nb", 2, k_block), "a\n# <a>\nx\n# </a>\nb");
}

TEST(BlockText, markers_may_be_indented_and_end_in_cr) {
  EXPECT_EQ(without("a\r\n  # <a>\r\nx\r\n# </a>\r\nb\r\n"), "a\r\nb\r\n");
}

TEST(BlockText, a_marker_inside_a_line_is_none) {
  const std::string text = "echo '# <a>'\necho # </a> x\n";
  EXPECT_TRUE(find_regions(text, k_marks).complete.empty());
  EXPECT_FALSE(find_regions(text, k_marks).damaged_line);
}

TEST(BlockText, two_blocks_are_two_regions) {
  EXPECT_EQ(without("# <a>\n# </a>\nu\n# <a>\n# </a>\nv"), "u\nv");
}

TEST(BlockText, a_marker_without_partner_is_named_by_its_line) {
  EXPECT_EQ(find_regions("a\n# <a>\nb\n", k_marks).damaged_line, 2U);
  EXPECT_EQ(find_regions("a\nb\n# </a>\n", k_marks).damaged_line, 3U);
  EXPECT_EQ(find_regions("# <a>\n# <a>\n# </a>\n", k_marks).damaged_line, 1U);
}

}  // namespace
}  // namespace pumuki::lifecycle
