#include "gate/evidence/facets_share.h"
#include "gate/evidence/triage.h"
#include "tests/unit/gate/evidence/views_fixture.h"

#include <gtest/gtest.h>

namespace pumuki::evidence {
namespace {

FacetList shares(double replacement, double non_replacement, double total) {
  FacetList list;
  add_share_facets(list, {replacement, non_replacement, total});
  return list;
}

std::string triage(const FacetList& list, const std::string& name) {
  return facet(list, "suppressed_share_triage_" + name);
}

struct Row {
  std::string name;
  double replacement;
  double non_replacement;
  std::string direction;
  std::string bucket;
  std::string action;
  std::string playbook;
  std::string lane;
  std::string stream;
  std::string hash;
};

class TriageRow : public testing::TestWithParam<Row> {};

TEST_P(TriageRow, has_the_fields_of_its_lean_and_band) {
  const Row& row = GetParam();
  const FacetList list = shares(row.replacement, row.non_replacement, 100);
  const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
  EXPECT_EQ(facet(list, "suppressed_share_direction"), quoted(row.direction));
  EXPECT_EQ(facet(list, "suppressed_share_direction_strength_bucket"), quoted(row.bucket));
  EXPECT_EQ(triage(list, "action"), quoted(row.action));
  EXPECT_EQ(triage(list, "playbook"), quoted(row.playbook));
  EXPECT_EQ(triage(list, "lane"), quoted(row.lane));
  EXPECT_EQ(triage(list, "stream"), quoted(row.stream));
  EXPECT_EQ(triage(list, "stream_signal_family_trace_hash"), quoted(row.hash));
  EXPECT_EQ(triage(list, "stream_signal_family_trace_hash_code"), quoted("TRACE_HASH_" + row.hash));
}

constexpr const char* k_both =
    "review_replacement_rules>review_non_replacement_paths>validate_balance_delta";

INSTANTIATE_TEST_SUITE_P(
    All, TriageRow,
    testing::Values(
        Row{"balanced", 40, 40, "balanced", "LOW", "review_both_paths", k_both, "watch_lane",
            "observation_stream", "0803FAC9"},
        Row{"replacement_fast", 90, 10, "replacement", "HIGH", "review_replacement_first",
            "review_replacement_rules>validate_replacements>check_non_replacement_fallbacks",
            "replacement_fast_lane", "replacement_priority_stream", "00CD08A7"},
        Row{"replacement_strong_standard", 70, 0, "replacement", "HIGH", "review_replacement_first",
            "review_replacement_rules>validate_replacements>check_non_replacement_fallbacks",
            "replacement_standard_lane", "replacement_standard_stream", "30EC2F45"},
        Row{"replacement_weak", 60, 10, "replacement", "MEDIUM",
            "review_replacement_then_non_replacement", k_both, "replacement_standard_lane",
            "replacement_standard_stream", "30EC2F45"},
        Row{"other_fast", 0, 100, "non_replacement", "HIGH", "review_non_replacement_first",
            "review_non_replacement_paths>validate_suppression_justification>"
            "check_replacement_rules",
            "non_replacement_fast_lane", "non_replacement_priority_stream", "74E04097"},
        Row{"other_weak", 10, 20, "non_replacement", "LOW",
            "review_non_replacement_then_replacement",
            "review_non_replacement_paths>review_replacement_rules>validate_balance_delta",
            "non_replacement_standard_lane", "non_replacement_standard_stream", "6FB8B2CD"}),
    [](const auto& one) { return one.param.name; });

TEST(Triage, thresholds_are_inclusive) {
  EXPECT_EQ(strength_bucket(66.67), "HIGH");
  EXPECT_EQ(strength_bucket(66.66), "MEDIUM");
  EXPECT_EQ(strength_bucket(33.34), "MEDIUM");
  EXPECT_EQ(strength_bucket(33.33), "LOW");
  EXPECT_EQ(band_of(80), Band::High);
  EXPECT_EQ(band_of(79.99), Band::Medium);
  EXPECT_EQ(band_of(50), Band::Medium);
  EXPECT_EQ(band_of(49.99), Band::Low);
  EXPECT_EQ(band_of(0), Band::None);
}

TEST(Triage, side_fields_of_every_lean) {
  const FacetList none = shares(0, 0, 0);
  EXPECT_EQ(triage(none, "order"), "\"replacement=non_replacement\"");
  EXPECT_EQ(triage(none, "side_pair"), "\"balanced=balanced\"");
  EXPECT_EQ(triage(none, "side_alignment"), "\"balanced\"");
  EXPECT_EQ(triage(none, "focus_mode"), "\"dual\"");
  const FacetList other = shares(1, 9, 10);
  EXPECT_EQ(triage(other, "order"), "\"non_replacement>replacement\"");
  EXPECT_EQ(triage(other, "primary_side"), "\"non_replacement\"");
  EXPECT_EQ(triage(other, "secondary_side"), "\"replacement\"");
  EXPECT_EQ(triage(other, "focus_target"), "\"non_replacement_paths\"");
  EXPECT_EQ(triage(other, "focus_order"), "\"non_replacement_paths>replacement_rules\"");
  EXPECT_EQ(triage(other, "route"),
            "\"non_replacement_fast_lane:non_replacement_paths>replacement_rules\"");
}

TEST(Triage, stream_fields_of_every_band) {
  const FacetList none = shares(1, 1, 2);
  EXPECT_EQ(triage(none, "channel"), "\"watch\"");
  EXPECT_EQ(triage(none, "stream_rank"), "0");
  EXPECT_EQ(triage(none, "stream_signal_code"), "\"OBS-L\"");
  const FacetList low = shares(2, 1, 10);
  EXPECT_EQ(triage(low, "priority_band"), "\"LOW\"");
  EXPECT_EQ(triage(low, "stream_score"), "66.67");
  EXPECT_EQ(triage(low, "stream_signal_family_digest_code"), "\"STD_FAM_MEDIUM\"");
  const FacetList high = shares(10, 0, 10);
  EXPECT_EQ(triage(high, "priority_band"), "\"HIGH\"");
  EXPECT_EQ(triage(high, "stream_signal_family_weight"), "100");
  EXPECT_EQ(triage(high, "track"), "\"replacement_fast_track\"");
}

TEST(Triage, texts_joined_from_others) {
  const FacetList list = shares(1, 2, 3);
  EXPECT_EQ(triage(list, "digest"), "\"N:MEDIUM:33.34\"");
  EXPECT_TRUE(triage(list, "summary")
                  .starts_with("\"Non-Replacement Dominant | MEDIUM | priority 33.34 | "));
}

TEST(Triage, trace_code_has_single_underscores_and_none_outside) {
  EXPECT_EQ(trace_code("--a>>b@c:"), "A_B_C");
  EXPECT_EQ(trace_code("OBS_FAM_LOW@watch_lane:observe"), "OBS_FAM_LOW_WATCH_LANE_OBSERVE");
}

TEST(Triage, hash_buckets_by_first_byte) {
  EXPECT_EQ(trace_hash("OBS_FAM_LOW@watch_lane:observe").bucket, "LOW");
  const TraceHash medium = trace_hash(
      "STD_FAM_MEDIUM@non_replacement_standard_lane:non_replacement_paths>replacement_rules");
  EXPECT_EQ(medium.hex, "6FB8B2CD");
  EXPECT_EQ(medium.bucket, "MEDIUM");
  EXPECT_EQ(medium.rank, 1);
  EXPECT_EQ(medium.weight, 50);
  // FNV-1a of nothing is its offset, 811C9DC5; of "a" it is E40C292C.
  EXPECT_EQ(trace_hash("").hex, "811C9DC5");
  EXPECT_EQ(trace_hash("a").bucket, "HIGH");
  EXPECT_EQ(trace_hash("a").weight, 100);
}

TEST(Shares, nothing_suppressed_is_balanced) {
  const FacetList list = shares(0, 0, 0);
  EXPECT_EQ(facet(list, "suppressed_share_balance_score_pct"), "100");
  EXPECT_EQ(facet(list, "suppressed_share_polarization_balance_gap_pct"), "100");
  EXPECT_EQ(facet(list, "suppressed_share_direction"), "\"balanced\"");
  EXPECT_EQ(facet(list, "suppressed_share_direction_is_balanced"), "true");
  EXPECT_EQ(facet(list, "suppressed_share_direction_priority_score"), "0");
}

TEST(Shares, dominance_is_not_symmetric) {
  const FacetList list = shares(1, 3, 4);
  EXPECT_EQ(facet(list, "suppressed_replacement_rule_file_platform_dominance_pct"), "75");
  EXPECT_EQ(facet(list, "suppressed_non_replacement_rule_file_platform_dominance_pct"), "50");
  EXPECT_EQ(facet(list, "suppressed_share_net_polarity_pct"), "-50");
  EXPECT_EQ(facet(list, "suppressed_share_direction_code"), "\"N\"");
}

TEST(Shares, may_exceed_a_hundred) {
  const FacetList list = shares(3, 0, 1);
  EXPECT_EQ(facet(list, "suppressed_replacement_rule_file_platform_share_of_total_pct"), "300");
  EXPECT_EQ(facet(list, "suppressed_share_direction_confidence"), "100");
  EXPECT_EQ(facet(list, "suppressed_share_balance_score_pct"), "0");
}

TEST(Shares, exact_ties_round_up) {
  const FacetList list = shares(1, 5, 32);
  EXPECT_EQ(facet(list, "suppressed_replacement_rule_file_platform_share_of_total_pct"), "3.13");
  EXPECT_EQ(facet(list, "suppressed_non_replacement_rule_file_platform_share_of_total_pct"),
            "15.63");
}

}  // namespace
}  // namespace pumuki::evidence
