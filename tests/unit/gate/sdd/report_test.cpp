#include "gate/sdd/report.h"

#include <gtest/gtest.h>

namespace pumuki::sdd {
namespace {

TEST(Report, counts_the_issues_of_the_items) {
  const auto report = parse_report(
      R"({"items":[{"issues":[{"level":"ERROR"},{"level":"WARNING"}]},)"
      R"({"issues":[{"level":"INFO"},{"level":"INFO"},{"level":"other"},7]},{"issues":3},null],)"
      R"("summary":{"totals":{"items":4,"passed":3,"failed":1}}})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->items, 4);
  EXPECT_EQ(report->passed, 3);
  EXPECT_EQ(report->failed, 1);
  EXPECT_EQ(report->errors, 1);
  EXPECT_EQ(report->warnings, 1);
  EXPECT_EQ(report->infos, 2);
}

TEST(Report, level_counts_of_the_summary_win) {
  const auto report = parse_report(R"({"items":[{"issues":[{"level":"ERROR"}]}],)"
                                   R"("summary":{"byLevel":{"ERROR":5,"WARNING":6,"INFO":7}}})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->errors, 5);
  EXPECT_EQ(report->warnings, 6);
  EXPECT_EQ(report->infos, 7);
  EXPECT_EQ(report->items, 0);
}

TEST(Report, tells_why_there_is_no_summary) {
  const auto report =
      parse_report(R"({"status":[{"severity":"error","code":"no_openspec_root"}]})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->refusal, "no_openspec_root");
}

TEST(Report, wrong_types_count_as_zero) {
  const auto report = parse_report(R"({"summary":{"totals":{"items":"2","failed":null}}})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->items, 0);
  EXPECT_EQ(report->failed, 0);
}

TEST(Report, is_nothing_for_other_texts) {
  for (const char* text : {"", "garbage", "[]", "7", "null", "{\"summary\":"}) {
    EXPECT_FALSE(parse_report(text)) << text;
  }
  EXPECT_FALSE(
      parse_report("{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

}  // namespace
}  // namespace pumuki::sdd
