#include "gate/evidence/index_columns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pumuki::evidence {
namespace {

struct Row {
  std::string_view text;
};

TEST(Interner, numbers_distinct_texts_by_first_appearance) {
  Interner interner;
  EXPECT_EQ(interner.id("b"), 0U);
  EXPECT_EQ(interner.id(""), 1U);
  EXPECT_EQ(interner.id("b"), 0U);
  EXPECT_EQ(interner.id("a"), 2U);
  EXPECT_EQ(interner.id("a"), 2U);
  EXPECT_EQ(interner.texts(), (std::vector<std::string_view>{"b", "", "a"}));
}

TEST(Interner, of_many_texts_keeps_every_number) {
  std::vector<std::string> texts;
  for (int i = 0; i < 5'000; ++i) {
    texts.push_back("text " + std::to_string(i));
  }
  Interner interner;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(interner.id(texts[i]), i);
  }
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(interner.id(texts[i]), i);
  }
}

TEST(Column, counts_rows_per_text) {
  const std::vector<Row> rows{{"x"}, {"y"}, {"x"}, {"x"}};
  const Column column{rows, &Row::text};
  EXPECT_EQ(column.ids, (std::vector<std::uint32_t>{0, 1, 0, 0}));
  EXPECT_EQ(column.distinct_count(), 2U);
  EXPECT_EQ(column.occurrences(), (std::vector<std::size_t>{3, 1}));
}

TEST(TextTable, finds_and_bounds) {
  const TextTable table{{"b", "a", "b", "", "d"}};
  EXPECT_EQ(table.find(""), 0U);
  EXPECT_EQ(table.find("b"), 2U);
  EXPECT_EQ(table.find("c"), std::nullopt);
  EXPECT_EQ(table.lower_bound("c"), 3U);
  EXPECT_EQ(table.upper_bound("b"), 3U);
  EXPECT_EQ(table.upper_bound("zz"), 4U);
  EXPECT_EQ(TextTable{}.find("a"), std::nullopt);
  EXPECT_EQ(TextTable{}.upper_bound("a"), 0U);
}

TEST(TextTable, is_in_code_unit_order) {
  const TextTable table{{"\xEE\x80\x80", "\xF0\x9F\x9A\x80"}};
  EXPECT_EQ(table.find("\xF0\x9F\x9A\x80"), 0U);
  EXPECT_EQ(table.find("\xEE\x80\x80"), 1U);
}

TEST(FilterColumn, texts_that_differ_in_case_share_a_position) {
  Interner distinct;
  distinct.id("Warn");
  distinct.id("ERROR");
  distinct.id("WARN");
  const FilterColumn column = filter_column(distinct);
  EXPECT_EQ(column.positions, (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_EQ(column.table.find("warn"), 1U);
}

}  // namespace
}  // namespace pumuki::evidence
