#include "gate/core/ascii_collation.h"
#include "gate/evidence/collation.h"
#include "gate/evidence/index_order.h"

#include <gtest/gtest.h>
#include <unicode/ucol.h>

#include <random>
#include <string>

namespace pumuki::evidence {
namespace {

/// Asserts that the texts are in strictly ascending order, each pair in both directions.
void expect_ascending(const std::vector<std::string>& texts) {
  const Collator collator;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      EXPECT_TRUE(collator.compare(texts[i], texts[j]) < 0) << texts[i] << " < " << texts[j];
      EXPECT_TRUE(collator.compare(texts[j], texts[i]) > 0) << texts[i] << " < " << texts[j];
    }
  }
}

TEST(Collation, of_ascii_text) {
  expect_ascending({"a b", "a_b", "a-b", "a::b", "a.b", "a/b", "a0", "ab", "aB.c"});
  expect_ascending({"ab", "aB", "Ab", "AB", "Aba", "abc", "ABD"});
  expect_ascending({"10", "2", "9"});
}

TEST(Collation, beyond_ascii) {
  expect_ascending({"e", "\xC3\xA9", "ea",
                    "\xC3\xA9"
                    "a",
                    "f"});
  expect_ascending({"n", "\xC3\xB1", "o"});
  expect_ascending({"z", "\xCE\xB1", "\xD0\xB0", "\xD0\xB6", "\xD1\x8F", "\xED\x95\x9C",
                    "\xE3\x81\x82", "\xE4\xB8\xAD", "\xE6\x97\xA5"});
  expect_ascending({"\xF0\x9F\x9A\x80", "0", "a"});
}

TEST(Collation, ascii_path_agrees_with_icu) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator* icu = ucol_open("en-US", &status);
  ASSERT_TRUE(U_SUCCESS(status));
  std::mt19937 random{7};
  std::uniform_int_distribution<int> any_character{0, 127};
  std::uniform_int_distribution<int> any_length{0, 6};
  // A small alphabet makes ties at every level likely.
  const std::string_view few = "aAbB-_ .\x01";
  std::uniform_int_distribution<std::size_t> any_of_few{0, few.size() - 1};
  const auto text = [&](bool small) {
    std::string result;
    for (int i = any_length(random); i > 0; --i) {
      result += small ? few[any_of_few(random)] : static_cast<char>(any_character(random));
    }
    return result;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = text(i % 2 == 0);
    const std::string b = text(i % 2 == 0);
    const int expected = ucol_strcollUTF8(icu, a.data(), static_cast<int>(a.size()), b.data(),
                                          static_cast<int>(b.size()), &status);
    const auto got = compare_ascii_collated(a, b);
    EXPECT_EQ(got < 0 ? -1 : static_cast<int>(got > 0), expected)
        << testing::PrintToString(a) << " and " << testing::PrintToString(b);
  }
  ucol_close(icu);
}

TEST(Collation, equal_beginnings_do_not_hide_what_follows) {
  const Collator collator;
  const std::string prefix(40, 'p');
  EXPECT_TRUE(collator.compare(prefix + "a", prefix + "B") < 0);
  EXPECT_TRUE(collator.compare(prefix + "a\xCC\x81", prefix + "a") > 0);
  EXPECT_TRUE(collator.compare(prefix + "\x01", prefix) == 0);
  EXPECT_TRUE(collator.compare(prefix, prefix + " ") < 0);
  EXPECT_TRUE(collator.compare("aB", "ab\x01") > 0);
}

TEST(Order, findings_by_their_six_keys) {
  const std::vector<FindingRow> rows{
      {.rule_id = "b", .file = "a"},
      {.rule_id = "a", .file = "b", .lines_text = "9"},
      {.rule_id = "a", .file = "b", .lines_text = "10"},
      {.rule_id = "a", .severity = "B", .file = "b", .code = "c", .lines_text = "9"},
      {.rule_id = "a", .severity = "A", .file = "b", .code = "c", .message = "2"},
      {.rule_id = "a", .severity = "A", .file = "b", .code = "c", .message = "1"},
      {.rule_id = "a", .file = "a", .lines_text = "99"}};
  EXPECT_EQ(findings_order(rows), (Order{6, 5, 4, 2, 1, 3, 0}));
}

TEST(Order, equal_rows_keep_file_order) {
  const std::vector<FindingRow> rows{{.rule_id = "b", .message = "1"},
                                     {.rule_id = "a", .message = "x"},
                                     {.rule_id = "b", .message = "1"},
                                     {.rule_id = "a", .message = "x\x01"}};
  EXPECT_EQ(findings_order(rows), (Order{1, 3, 0, 2}));
}

TEST(Order, ledger_rulesets_and_platforms) {
  const std::vector<LedgerRow> ledger{
      {.rule_id = "a", .file = "f", .first_seen = "2", .last_seen = "1"},
      {.rule_id = "a", .file = "f", .first_seen = "1", .last_seen = "3"},
      {.rule_id = "a", .file = "f", .first_seen = "1", .last_seen = "2"}};
  EXPECT_EQ(ledger_order(ledger), (Order{2, 1, 0}));
  const std::vector<RulesetRow> rulesets{{.platform = "b", .bundle = "a", .hash = "1"},
                                         {.platform = "a", .bundle = "b", .hash = "2"},
                                         {.platform = "a", .bundle = "b", .hash = "1"}};
  EXPECT_EQ(rulesets_order(rulesets), (Order{2, 1, 0}));
  const std::vector<PlatformRow> platforms{{"web", {}, {}}, {"IOS", {}, {}}, {"ios", {}, {}}};
  EXPECT_EQ(platforms_order(platforms), (Order{2, 1, 0}));
}

}  // namespace
}  // namespace pumuki::evidence
