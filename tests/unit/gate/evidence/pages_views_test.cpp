#include "gate/evidence/pages.h"
#include "gate/evidence/pages_document.h"
#include "tests/unit/gate/evidence/views_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace pumuki::evidence {
namespace {

using testing::HasSubstr;

PageQuery page(std::optional<double> limit, double offset = 0) { return {limit, offset}; }

/// Ten findings "0" … "9", alternating severities.
IndexPointer ten_findings() {
  HandMade made;
  static const std::vector<std::string> k_names{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  for (const std::string& name : k_names) {
    const bool even = (name[0] - '0') % 2 == 0;
    made.finding({.rule_id = name,
                  .severity = even ? "ERROR"
                                   : "Stra\xC3\x9F"
                                     "e",
                  .file = even ? "apps/ios/x" : "y"},
                 "{ \"n\" : " + name + " }");
  }
  return made.index();
}

std::string findings(const IndexPointer& index, FindingsQuery query) {
  return text_of(findings_answer(index, query));
}

TEST(FindingsPage, body_and_order_of_members) {
  EXPECT_EQ(findings(ten_findings(), {.page = page(2, 8)}),
            R"({"version":"2.1","timestamp":"t","snapshot":{"stage":"CI","outcome":"PASS"},)"
            R"("findings_count":2,"total_count":10,)"
            R"("filters":{"severity":null,"ruleId":null,"platform":null},)"
            R"("pagination":{"requested_limit":2,"max_limit":100,"limit":2,"offset":8,)"
            R"("has_more":false},"findings":[{"n":8},{"n":9}]})");
}

TEST(FindingsPage, has_more_only_with_a_limit) {
  const auto index = ten_findings();
  EXPECT_THAT(findings(index, {.page = page(2, 7)}), HasSubstr("\"has_more\":true"));
  EXPECT_THAT(findings(index, {.page = page(0, 9)}), HasSubstr("\"has_more\":true"));
  EXPECT_THAT(findings(index, {.page = page(0, 10)}), HasSubstr("\"has_more\":false"));
  EXPECT_THAT(findings(index, {.page = page(std::nullopt, 9)}),
              HasSubstr(R"("limit":null,"offset":9},"findings":[{"n":9}])"));
}

TEST(FindingsPage, limits_above_the_bound_are_capped) {
  EXPECT_THAT(findings(ten_findings(), {.page = page(500)}),
              HasSubstr(R"("requested_limit":500,"max_limit":100,"limit":100,)"));
}

TEST(FindingsPage, huge_numbers_are_echoed_and_overflow_is_null) {
  const auto index = ten_findings();
  EXPECT_THAT(findings(index, {.page = page(1e23)}),
              HasSubstr(R"("requested_limit":1e+23,"max_limit":100,"limit":100,"offset":0,)"
                        R"("has_more":false)"));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THAT(findings(index, {.page = page(infinite)}),
              HasSubstr(R"("requested_limit":null,"max_limit":100,"limit":100,"offset":0,)"
                        R"("has_more":false)"));
  EXPECT_THAT(findings(index, {.page = page(1, infinite)}),
              HasSubstr(R"("offset":null,"has_more":false},"findings":[])"));
  EXPECT_THAT(findings(index, {.page = page(1, 1e23)}),
              HasSubstr(R"("offset":1e+23,"has_more":false},"findings":[])"));
}

TEST(FindingsPage, filters_combine_and_echo) {
  const auto index = ten_findings();
  EXPECT_THAT(findings(index, {.severity = "error", .rule_id = "4", .platform = "ios"}),
              HasSubstr(R"("total_count":1,"filters":{"severity":"error","ruleId":"4",)"
                        R"("platform":"ios"})"));
  EXPECT_THAT(findings(index, {.severity = "error", .rule_id = "3"}),
              HasSubstr(R"("total_count":0)"));
  EXPECT_THAT(findings(index, {.severity = "err"}), HasSubstr(R"("total_count":0)"));
  EXPECT_THAT(findings(index, {.severity = "stra\xC3\x9F"
                                           "e"}),
              HasSubstr(R"("total_count":5)"));
  EXPECT_THAT(findings(index, {.platform = "web"}), HasSubstr(R"("total_count":0)"));
}

TEST(FindingsPage, a_filtered_page_counts_before_slicing) {
  EXPECT_THAT(findings(ten_findings(), {.severity = "error", .page = page(2, 1)}),
              HasSubstr(R"("has_more":true},"findings":[{"n":2},{"n":4}]})"));
}

TEST(FindingsPage, items_far_apart_in_the_file_are_read_one_by_one) {
  HandMade made;
  made.finding({.rule_id = "a"}, "{\"n\":1}");
  made.put(std::string(300'000, ' '));
  made.finding({.rule_id = "b"}, "{\"n\":2}");
  EXPECT_THAT(findings(made.index(), {}), HasSubstr(R"([{"n":1},{"n":2}]})"));
}

TEST(FindingsPage, other_spelling_is_made_canonical) {
  HandMade made;
  made.loaded().collections.canonical_spelling = false;
  made.finding({.rule_id = "a"}, R"({"b":1.0,"2":"\/"})");
  EXPECT_THAT(findings(made.index(), {}), HasSubstr(R"([{"2":"/","b":1}]})"));
}

TEST(FindingsPage, a_truncated_file_is_a_failure) {
  HandMade made;
  made.finding({.rule_id = "a"}, "{\"n\":1}");
  ASSERT_EQ(ftruncate(made.loaded().text_fd.get(), 3), 0);
  const auto answer = findings_answer(made.index(), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::NotReadable);
}

/// A list longer than what is answered as one text.
IndexPointer long_list(std::string& expected) {
  HandMade made;
  static const std::string k_filler(2'000, 'x');
  for (int i = 0; i < 1'000; ++i) {
    made.finding({.rule_id = "a"}, "{ \"n\": \"" + k_filler + std::to_string(i) + "\" }\n");
    expected +=
        (i > 0 ? "," : "") + std::string{"{\"n\":\""} + k_filler + std::to_string(i) + "\"}";
  }
  return made.index();
}

TEST(SnapshotPage, a_long_list_is_streamed_with_its_size) {
  std::string expected;
  const auto index = long_list(expected);
  const auto answer = snapshot_answer(index);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, nullptr);
  EXPECT_EQ(text_of(answer),
            R"({"version":"2.1","timestamp":"t","snapshot":{"stage":"CI","outcome":"PASS",)"
            R"("findings_count":1000,"findings":[)" +
                expected + "]}}");
}

TEST(SnapshotPage, a_file_rewritten_while_it_is_sent_ends_the_answer) {
  std::string expected;
  const auto index = long_list(expected);
  const auto answer = snapshot_answer(index);
  ASSERT_TRUE(answer);
  const std::string blanks(1'000'000, ' ');
  ASSERT_GT(pwrite(index->text_fd.get(), blanks.data(), blanks.size(), 500'000), 0);
  EXPECT_EQ(text_of(answer), "<failed>");
}

TEST(SnapshotPage, a_reader_that_goes_away_ends_the_answer) {
  std::string expected;
  const auto answer = snapshot_answer(long_list(expected));
  ASSERT_TRUE(answer);
  int pieces = 0;
  EXPECT_FALSE(answer->produce([&](std::string_view) { return ++pieces < 3; }));
  EXPECT_EQ(pieces, 3);
}

TEST(LedgerPage, bounds_are_inclusive_texts) {
  HandMade made;
  for (const char* seen : {"2026-04-01", "2026-04-01T00:00:00.000Z", "2026-05-01", "Never"}) {
    made.seen(seen);
  }
  const auto index = made.index();
  const auto ledger = [&](std::optional<std::string> after, std::optional<std::string> before) {
    const std::string text =
        text_of(ledger_answer(index, {std::move(after), std::move(before), {}}));
    return text.substr(text.find("\"ledger\":") + 9);
  };
  EXPECT_EQ(ledger("2026-04-01t00:00:00.000z", {}),
            R"(["2026-04-01T00:00:00.000Z","2026-05-01","Never"]})");
  EXPECT_EQ(ledger({}, "2026-04-01"), R"(["2026-04-01"]})");
  EXPECT_EQ(ledger("2026-04-02", "2026-06"), R"(["2026-05-01"]})");
  EXPECT_EQ(ledger("never", {}), R"(["Never"]})");
  EXPECT_EQ(ledger("b", "a"), "[]}");
  EXPECT_EQ(ledger({}, "zz"), R"(["2026-04-01","2026-04-01T00:00:00.000Z","2026-05-01","Never"]})");
}

TEST(RulesetsPage, filters_by_platform_and_bundle) {
  HandMade made;
  made.collections().rulesets = {
      {.range = made.put("1"), .platform = "IOS", .bundle = "x@1", .hash = "h"},
      {.range = made.put("2"), .platform = "ios", .bundle = "X@1", .hash = "h"},
      {.range = made.put("3"), .platform = "ios", .bundle = "y", .hash = "h"}};
  const auto index = made.index();
  const auto rulesets = [&](RulesetsQuery query) {
    const std::string text = text_of(rulesets_answer(index, query));
    return text.substr(text.find("\"rulesets\":") + 11);
  };
  EXPECT_EQ(rulesets({}), "[2,3,1]}");
  EXPECT_EQ(rulesets({.platform = "ios", .bundle = "x@1", .page = {}}), "[2,1]}");
  EXPECT_EQ(rulesets({.platform = "web", .bundle = {}, .page = {}}), "[]}");
}

TEST(PlatformsPage, items_have_three_members_at_most) {
  HandMade made;
  made.collections().platforms = {
      {"web", true, "LOW"}, {"ios", false, "HIGH"}, {"bare", {}, {}}, {"app", true, "High"}};
  const auto index = made.index();
  const auto platforms = [&](PlatformsQuery query) {
    const std::string text = text_of(platforms_answer(index, query));
    return text.substr(text.find("\"platforms\":") + 12);
  };
  EXPECT_EQ(platforms({}), R"([{"platform":"app","detected":true,"confidence":"High"},)"
                           R"({"platform":"web","detected":true,"confidence":"LOW"}]})");
  EXPECT_EQ(platforms({.detected_only = false, .confidence = "high", .page = {}}),
            R"([{"platform":"app","detected":true,"confidence":"High"},)"
            R"({"platform":"ios","detected":false,"confidence":"HIGH"}]})");
  EXPECT_THAT(platforms({.detected_only = false, .confidence = {}, .page = {}}),
              HasSubstr(R"({"platform":"bare"})"));
}

/// A document of two members with white space around everything.
IndexPointer document(std::string_view filler, std::string& full, std::string& compact) {
  HandMade made;
  Collections& collections = made.collections();
  const std::string value = "[ \"" + std::string{filler} + "\\\" \\\\\" ,\n  1 ]";
  const std::string canonical = "[\"" + std::string{filler} + "\\\" \\\\\",1]";
  made.put("{\n \"a\" : ");
  collections.members.push_back({"\"a\"", made.put(value)});
  made.put(",\n \"consolidation\" : ");
  collections.members.push_back({"\"consolidation\"", made.put("{ }")});
  made.put(",\n \"z\" : ");
  collections.members.push_back({"\"z\"", made.put(value)});
  made.put("\n}\n");
  full = "{\"a\":" + canonical + ",\"consolidation\":{},\"z\":" + canonical + "}";
  compact = "{\"a\":" + canonical + ",\"z\":" + canonical + "}";
  collections.full_bytes = full.size();
  collections.compact_bytes = compact.size();
  return made.index();
}

TEST(DocumentPage, whole_and_without_consolidation) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{70'000}, std::size_t{200'000}}) {
    std::string full;
    std::string compact;
    const auto index = document(std::string(size, 'x'), full, compact);
    EXPECT_EQ(text_of(document_answer(index, true)), full);
    EXPECT_EQ(text_of(document_answer(index, false)), compact);
  }
}

TEST(DocumentPage, other_spelling_is_made_canonical) {
  HandMade made;
  Collections& collections = made.collections();
  made.put("{ \"a\" : ");
  collections.members.push_back({"\"a\"", made.put("[1.0, \"\\u00e9\\/\"]")});
  made.put(", \"b\" :");
  collections.members.push_back({"\"b\"", made.put("1E2")});
  made.put("}");
  collections.canonical_spelling = false;
  const std::string canonical = "{\"a\":[1,\"\xC3\xA9/\"],\"b\":100}";
  collections.full_bytes = canonical.size();
  EXPECT_EQ(text_of(document_answer(made.index(), true)), canonical);
}

TEST(DocumentPage, a_truncated_file_ends_the_answer) {
  std::string full;
  std::string compact;
  const auto index = document(std::string(100'000, 'x'), full, compact);
  ASSERT_EQ(ftruncate(index->text_fd.get(), 150'000), 0);
  EXPECT_EQ(text_of(document_answer(index, true)), "<failed>");
}

}  // namespace
}  // namespace pumuki::evidence
