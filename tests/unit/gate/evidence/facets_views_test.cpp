#include "gate/evidence/facets_collections.h"
#include "gate/evidence/facets_number.h"
#include "gate/evidence/facets_platform.h"
#include "gate/evidence/facets_suppressed.h"
#include "tests/unit/gate/evidence/views_fixture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pumuki::evidence {
namespace {

MaybeText absent() { return {}; }
MaybeText null() { return {MaybeText::State::Null, {}}; }
MaybeText text(std::string_view value) { return {MaybeText::State::Text, value}; }

SuppressedRow suppressed(std::string_view rule, std::string_view file, MaybeText replacement,
                         std::string_view by = "", MaybeText platform = text("ios")) {
  return {.rule_id = rule,
          .file = file,
          .reason = "why",
          .replaced_by = by,
          .replacement = replacement,
          .platform = platform};
}

TEST(Numbers, percent_rounds_half_up) {
  EXPECT_EQ(percent(1, 0), 0);
  EXPECT_EQ(percent(1, 8), 13);
  EXPECT_EQ(percent(1, 3), 33);
  EXPECT_EQ(percent(2, 3), 67);
  EXPECT_EQ(percent(3, 1), 300);
  // In doubles 0.005 * 100 + 0.5 is exactly 1.
  EXPECT_EQ(percent(1, 200), 1);
}

TEST(Numbers, round2_takes_the_larger_on_exact_ties) {
  EXPECT_EQ(round2(3.125), 3.13);
  EXPECT_EQ(round2(15.625), 15.63);
  EXPECT_EQ(round2(84.375), 84.38);
  EXPECT_EQ(round2(0.125), 0.13);
  EXPECT_EQ(round2(1e9 + 0.125), 1e9 + 0.13);
}

TEST(Numbers, round2_looks_at_the_binary_value) {
  // The double nearest to 1.005 is below it, that nearest to 8.345 above it.
  EXPECT_EQ(round2(1.005), 1.00);
  EXPECT_EQ(round2(8.345), 8.35);
  EXPECT_EQ(round2(1.45), 1.45);
  EXPECT_EQ(round2(std::nextafter(3.125, 0)), 3.12);
  EXPECT_EQ(round2(100.0 / 3), 33.33);
  EXPECT_EQ(round2(200.0 / 3), 66.67);
  EXPECT_EQ(round2(0), 0);
}

TEST(PathPlatform, first_match_wins) {
  const auto of = [](std::string_view path) { return file_platform_text(file_platform(path)); };
  EXPECT_EQ(of("apps/ios/a.kt"), "ios");
  EXPECT_EQ(of("apps/android/x.swift"), "ios");
  EXPECT_EQ(of("Apps/Backend/a.KT"), "backend");
  EXPECT_EQ(of("apps/frontend/a.ts"), "frontend");
  EXPECT_EQ(of("apps/android/a.txt"), "android");
  EXPECT_EQ(of("x.KTS"), "android");
  EXPECT_EQ(of("apps/web/a.tsx"), "generic");
  EXPECT_EQ(of("apps\\backend\\a.ts"), "generic");
  EXPECT_EQ(of("apps/ios"), "generic");
  EXPECT_EQ(of(""), "generic");
  // U+212A KELVIN SIGN is a k in lower case.
  EXPECT_EQ(of("a.\xE2\x84\xAAt"), "android");
}

FacetList snapshot_facets_of(const std::vector<FindingRow>& rows) {
  return snapshot_facets(rows, FindingColumns{rows});
}

TEST(SnapshotFacets, of_no_findings) {
  const FacetList list = snapshot_facets_of({});
  EXPECT_EQ(facet(list, "has_findings"), "false");
  EXPECT_EQ(facet(list, "findings_count"), "0");
  EXPECT_EQ(facet(list, "severity_counts"), "{}");
  EXPECT_EQ(facet(list, "highest_severity"), "null");
}

TEST(SnapshotFacets, count_what_the_contract_names) {
  const std::vector<FindingRow> rows{
      {.rule_id = "a", .severity = "warn", .file = "x.swift", .has_line_list = true},
      {.rule_id = "A", .severity = "Odd", .file = "x.swift", .lines_text = "3"},
      {.rule_id = "a", .severity = "error", .file = "y"},
      {.rule_id = "a", .severity = "CRITICAL", .file = "apps/backend/z", .has_line_list = true},
      {.rule_id = "a", .severity = "ERROR", .file = "y"}};
  const FacetList list = snapshot_facets_of(rows);
  EXPECT_EQ(facet(list, "findings_count"), "5");
  EXPECT_EQ(facet(list, "findings_files_count"), "3");
  EXPECT_EQ(facet(list, "findings_rules_count"), "2");
  EXPECT_EQ(facet(list, "findings_with_lines_count"), "2");
  EXPECT_EQ(facet(list, "findings_without_lines_count"), "3");
  EXPECT_EQ(facet(list, "severity_counts"), R"({"CRITICAL":1,"ERROR":2,"WARN":1,"ODD":1})");
  EXPECT_EQ(facet(list, "findings_by_platform"), R"({"backend":1,"generic":2,"ios":2})");
  EXPECT_EQ(facet(list, "highest_severity"), "\"CRITICAL\"");
  EXPECT_EQ(facet(list, "blocking_findings_count"), "3");
}

TEST(SnapshotFacets, of_unknown_severities_the_first_in_the_file_is_highest) {
  const std::vector<FindingRow> rows{{.severity = "zz"}, {.severity = "aa"}};
  EXPECT_EQ(facet(snapshot_facets_of(rows), "highest_severity"), "\"ZZ\"");
  const std::vector<FindingRow> empty{{.severity = ""}};
  EXPECT_EQ(facet(snapshot_facets_of(empty), "highest_severity"), "\"\"");
}

TEST(CollectionFacets, fingerprint_follows_the_served_order) {
  Collections collections;
  collections.rulesets = {{.platform = "b", .bundle = "x", .hash = "2"},
                          {.platform = "a", .bundle = "x", .hash = "1"},
                          {.platform = "B", .bundle = "x", .hash = "2"}};
  const FacetList list = collection_facets(collections, rulesets_order(collections.rulesets));
  EXPECT_EQ(facet(list, "rulesets_fingerprint"), "\"1|2|2\"");
  EXPECT_EQ(facet(list, "rulesets_count"), "3");
  EXPECT_EQ(facet(list, "rulesets_platforms_count"), "3");
  EXPECT_EQ(facet(list, "rulesets_bundles_count"), "1");
  EXPECT_EQ(facet(list, "rulesets_hashes_count"), "2");
  EXPECT_EQ(facet(list, "rulesets_by_platform"), R"({"a":1,"b":1,"B":1})");
}

TEST(CollectionFacets, ledger_and_platforms) {
  Collections collections;
  collections.ledger = {{.rule_id = "a", .file = "x.kt"}, {.rule_id = "b", .file = "x.kt"}};
  collections.platforms = {{"ios", true, "HIGH"}, {"web", false, "LOW"}, {"x", {}, "HIGH"}};
  const FacetList list = collection_facets(collections, {});
  EXPECT_EQ(facet(list, "ledger_count"), "2");
  EXPECT_EQ(facet(list, "ledger_files_count"), "1");
  EXPECT_EQ(facet(list, "ledger_rules_count"), "2");
  EXPECT_EQ(facet(list, "ledger_by_platform"), R"({"android":2})");
  EXPECT_EQ(facet(list, "platform_confidence_counts"), R"({"HIGH":2,"LOW":1})");
  EXPECT_EQ(facet(list, "rulesets_fingerprint"), "\"\"");
  const FacetList platforms = platform_facets(collections.platforms);
  EXPECT_EQ(facet(platforms, "tracked_platforms_count"), "3");
  EXPECT_EQ(facet(platforms, "detected_platforms_count"), "1");
  EXPECT_EQ(facet(platforms, "non_detected_platforms_count"), "2");
}

TEST(SuppressedFacets, of_nothing_are_zero) {
  const SuppressedNumbers numbers{{}, 3};
  for (const NamedNumber& number : numbers.all()) {
    EXPECT_EQ(number.value, 0) << number.name;
  }
  EXPECT_EQ(numbers.all().size(), 75U);
}

TEST(SuppressedFacets, an_absent_replacement_is_a_replacement_called_undefined) {
  const SuppressedNumbers numbers{
      {suppressed("r", "f", absent()), suppressed("r", "f", null()),
       suppressed("r", "f", text("undefined")), suppressed("r", "f", text(""))},
      0};
  EXPECT_EQ(numbers.get("with_replacement_count"), 3);
  EXPECT_EQ(numbers.get("without_replacement_count"), 1);
  EXPECT_EQ(numbers.get("replacement_rule_file_pairs_count"), 2);
  EXPECT_EQ(numbers.get("with_replacement_ratio_pct"), 75);
  EXPECT_EQ(numbers.get("reason_rule_file_platform_replacement_dual_mode_count"), 1);
  EXPECT_EQ(numbers.get("reason_rule_file_platform_replacement_split_count"), 2);
  EXPECT_EQ(numbers.get("replacement_split_modes_count"), 2);
}

TEST(SuppressedFacets, tuples_collide_as_joined_texts) {
  const SuppressedNumbers numbers{{suppressed("a:b", "c", null()), suppressed("a", "b:c", null())},
                                  0};
  EXPECT_EQ(numbers.get("rule_file_pairs_count"), 1);
  EXPECT_EQ(numbers.get("rules_count"), 2);
}

TEST(SuppressedFacets, platform_is_joined_by_state_but_counted_as_text) {
  const SuppressedNumbers numbers{
      {suppressed("r", "f.kt", null(), "", absent()), suppressed("r", "f.kt", null(), "", null()),
       suppressed("r", "f.kt", null(), "", text("")),
       suppressed("r", "f.kt", null(), "", text("null"))},
      0};
  EXPECT_EQ(numbers.get("platform_rule_pairs_count"), 3);
  EXPECT_EQ(numbers.get("non_replacement_platforms_count"), 2);
  // The file's platform, of which there is one.
  EXPECT_EQ(numbers.get("platforms_count"), 1);
  EXPECT_EQ(numbers.get("non_replacement_platforms_ratio_pct"), 200);
}

TEST(SuppressedFacets, named_without_replacement_counts_on_both_sides) {
  const SuppressedNumbers numbers{
      {suppressed("r", "named", null(), "by"), suppressed("r", "bare", null()),
       suppressed("r", "open", absent())},
      1};
  EXPECT_EQ(numbers.get("with_replacement_files_count"), 2);
  EXPECT_EQ(numbers.get("without_replacement_files_count"), 1);
  EXPECT_EQ(numbers.get("non_replacement_files_count"), 2);
  EXPECT_EQ(numbers.get("replacement_files_ratio_pct"), 67);
  EXPECT_EQ(numbers.get("without_replacement_platforms_count"), 1);
  EXPECT_EQ(numbers.get("replacement_rules_count"), 2);
  EXPECT_EQ(numbers.get("replacement_rule_ids_count"), 1);
  EXPECT_EQ(numbers.get("finding_coverage_ratio_pct"), 75);
  EXPECT_EQ(numbers.get("reasons_coverage_ratio_pct"), 33);
}

TEST(SuppressedFacets, an_empty_replacement_is_no_substitute_whatever_replaces_it) {
  const SuppressedNumbers numbers{{suppressed("r", "f", text(""), "by")}, 0};
  EXPECT_EQ(numbers.get("replacement_rule_ids_count"), 0);
  EXPECT_EQ(numbers.get("with_replacement_count"), 1);
}

TEST(SuppressedFacets, carry_the_prefix_once) {
  for (const Facet& one : suppressed_facets({suppressed("r", "f", null())}, 0)) {
    EXPECT_TRUE(one.name.starts_with("suppressed_")) << one.name;
    EXPECT_FALSE(one.name.starts_with("suppressed_suppressed_")) << one.name;
  }
}

}  // namespace
}  // namespace pumuki::evidence
