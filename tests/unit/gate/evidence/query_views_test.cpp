#include "gate/evidence/query.h"
#include "gate/evidence/query_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace pumuki::evidence {
namespace {

Parameters parameters(std::map<std::string, std::string, std::less<>> values) {
  return [values = std::move(values)](std::string_view name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional{found->second};
  };
}

TEST(QueryToken, is_trimmed_and_lower_cased) {
  EXPECT_EQ(token(" ERROR\t"), "error");
  EXPECT_EQ(token("\xC2\xA0\xE3\x80\x80\xEF\xBB\xBF\xC3\x89\xE2\x80\xA8"), "\xC3\xA9");
  EXPECT_EQ(token("\xC4\xB0"), "i\xCC\x87");
  EXPECT_EQ(token("a b"), "a b");
}

TEST(QueryToken, blank_is_nothing) {
  EXPECT_EQ(token(std::nullopt), std::nullopt);
  EXPECT_EQ(token(""), std::nullopt);
  EXPECT_EQ(token(" \xE2\x80\x83 "), std::nullopt);
  // U+0085 is no white space for ECMAScript.
  EXPECT_EQ(token("\xC2\x85"), "\xC2\x85");
}

TEST(QueryNumber, plain_digits) {
  EXPECT_EQ(whole_number("0"), 0);
  EXPECT_EQ(whole_number("0003"), 3);
  EXPECT_EQ(whole_number("  7 "), 7);
  EXPECT_EQ(whole_number("99999999999999999999999"), 1e23);
  EXPECT_TRUE(std::isinf(whole_number(std::string(400, '9')).value_or(0)));
}

TEST(QueryNumber, anything_else_is_nothing) {
  for (const char* text : {"", " ", "+3", "-1", "2.0", "1e1", "0x5", "ten", "1 2", "\xD9\xA3",
                           "inf", "nan", "3\x01"}) {
    EXPECT_EQ(whole_number(text), std::nullopt) << text;
  }
  EXPECT_EQ(whole_number(std::nullopt), std::nullopt);
}

TEST(QueryBoolean, spellings) {
  for (const char* text : {"1", "true", "YES", " On ", "tRuE"}) {
    EXPECT_EQ(boolean(text), true) << text;
  }
  for (const char* text : {"0", "false", "No", " OFF\n"}) {
    EXPECT_EQ(boolean(text), false) << text;
  }
  for (const char* text : {"", "2", "maybe", "t", "y", "01", "enabled"}) {
    EXPECT_EQ(boolean(text), std::nullopt) << text;
  }
}

TEST(QueryView, has_precedence_over_include_suppressed) {
  EXPECT_TRUE(wants_consolidation(parameters({})));
  EXPECT_FALSE(wants_consolidation(parameters({{"view", " COMPACT "}})));
  EXPECT_TRUE(wants_consolidation(parameters({{"view", "full"}, {"includeSuppressed", "0"}})));
  EXPECT_FALSE(wants_consolidation(parameters({{"view", "compact"}, {"includeSuppressed", "1"}})));
  EXPECT_FALSE(wants_consolidation(parameters({{"view", "tiny"}, {"includeSuppressed", "no"}})));
  EXPECT_TRUE(wants_consolidation(parameters({{"includeSuppressed", "perhaps"}})));
}

TEST(QueryPlatforms, detected_only_unless_told) {
  EXPECT_TRUE(platforms_query(parameters({})).detected_only);
  EXPECT_TRUE(platforms_query(parameters({{"detectedOnly", "perhaps"}})).detected_only);
  EXPECT_FALSE(platforms_query(parameters({{"detectedOnly", "off"}})).detected_only);
}

TEST(QueryPage, offset_defaults_to_zero) {
  const PageQuery page = findings_query(parameters({{"offset", "-3"}, {"limit", "x"}})).page;
  EXPECT_EQ(page.offset, 0);
  EXPECT_EQ(page.limit, std::nullopt);
}

TEST(QueryText, utf16_round_trip_keeps_lone_surrogates) {
  const std::string text = "a\xED\xA0\xBD\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9A\x80\xED\xBA\x80";
  EXPECT_EQ(to_utf16(text).size(), 7U);
  EXPECT_EQ(from_utf16(to_utf16(text)), text);
  EXPECT_EQ(to_utf16("\xFF\xC3"), u"\uFFFD\uFFFD");
}

TEST(QueryText, case_mapping_is_full_and_without_a_language) {
  EXPECT_EQ(upper_case("stra\xC3\x9F"
                       "e"),
            "STRASSE");
  EXPECT_EQ(lower_case("\xCE\x9F\xCE\xA3"), "\xCE\xBF\xCF\x82");
  EXPECT_EQ(lower_case("I"), "i");
  EXPECT_EQ(lower_case("\xED\xA0\xBD\xC3\x89"), "\xED\xA0\xBD\xC3\xA9");
}

TEST(QueryText, code_units_order_differs_from_bytes_beyond_the_basic_plane) {
  const std::string high = "\xF0\x9F\x9A\x80";
  const std::string private_use = "\xEE\x80\x80";
  EXPECT_GT(high, private_use);
  EXPECT_TRUE(compare_code_units(high, private_use) < 0);
  EXPECT_TRUE(compare_code_units("Z", "a") < 0);
  EXPECT_TRUE(compare_code_units("a", "a\x01") < 0);
  EXPECT_TRUE(compare_code_units("\xC3\xA9", "\xC3\xA9") == 0);
}

}  // namespace
}  // namespace pumuki::evidence
