#include "gate/policy/degraded.h"
#include "gate/policy/enforcement.h"
#include "gate/policy/features.h"
#include "gate/policy/hygiene.h"
#include "gate/policy/protected_branches.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace pumuki::policy {
namespace {

Environment with(std::vector<std::pair<std::string, std::string>> values) {
  return Environment{std::move(values)};
}

TEST(Features, are_strict_by_default_and_listed_in_catalogue_order) {
  std::vector<std::string> names;
  for (const Feature feature : k_all_features) {
    const FeatureState state = feature_state(Environment{}, feature);
    EXPECT_EQ(state.mode, FeatureMode::Strict);
    EXPECT_EQ(state.source, "default");
    names.emplace_back(feature_name(feature));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"analytics", "heuristics", "learning_context",
                                             "mcp_enterprise", "operational_memory", "pre_write",
                                             "saas_ingestion", "sdd"}));
}

TEST(Features, know_their_variables) {
  const FeatureState sdd = feature_state(Environment{}, Feature::Sdd);
  EXPECT_EQ(sdd.activation_variable, "PUMUKI_EXPERIMENTAL_SDD");
  EXPECT_EQ(sdd.legacy_variable, std::nullopt);
  const FeatureState pre_write = feature_state(Environment{}, Feature::PreWrite);
  EXPECT_EQ(pre_write.activation_variable, "PUMUKI_EXPERIMENTAL_PRE_WRITE");
  EXPECT_EQ(pre_write.legacy_variable, "PUMUKI_PREWRITE_ENFORCEMENT");
}

struct ModeCase {
  std::string text;
  std::string mode;
  std::string source;
};

class FeatureTexts : public testing::TestWithParam<ModeCase> {};

TEST_P(FeatureTexts, become_modes) {
  const auto& [text, mode, source] = GetParam();
  const FeatureState state = feature_state(with({{"PUMUKI_EXPERIMENTAL_SDD", text}}), Feature::Sdd);
  EXPECT_EQ(feature_mode_name(state.mode), mode);
  EXPECT_EQ(state.source, source);
}

INSTANTIATE_TEST_SUITE_P(
    All, FeatureTexts,
    testing::Values(ModeCase{" STRICT ", "strict", "env"}, ModeCase{"advisory", "advisory", "env"},
                    ModeCase{"warn", "advisory", "env"}, ModeCase{"Warning", "advisory", "env"},
                    ModeCase{"off", "off", "env"}, ModeCase{"0", "off", "env"},
                    ModeCase{"false", "off", "env"}, ModeCase{"no", "off", "env"},
                    ModeCase{"disabled", "off", "env"}, ModeCase{"1", "strict", "default"},
                    ModeCase{"on", "strict", "default"}, ModeCase{"true", "strict", "default"},
                    ModeCase{"", "strict", "default"}));

TEST(Features, read_the_legacy_variable_only_without_a_usable_new_one) {
  const auto legacy_off = std::pair<std::string, std::string>{"PUMUKI_PREWRITE_ENFORCEMENT", "off"};
  const FeatureState legacy = feature_state(with({legacy_off}), Feature::PreWrite);
  EXPECT_EQ(legacy.mode, FeatureMode::Off);
  EXPECT_EQ(legacy.source, "legacy-env");
  const FeatureState both = feature_state(
      with({legacy_off, {"PUMUKI_EXPERIMENTAL_PRE_WRITE", "advisory"}}), Feature::PreWrite);
  EXPECT_EQ(both.mode, FeatureMode::Advisory);
  EXPECT_EQ(both.source, "env");
  const FeatureState unusable = feature_state(
      with({legacy_off, {"PUMUKI_EXPERIMENTAL_PRE_WRITE", "maybe"}}), Feature::PreWrite);
  EXPECT_EQ(unusable.source, "legacy-env");
}

TEST(Enforcement, reads_mode_texts) {
  for (const char* text : {"strict", "1", " TRUE ", "yes", "on"}) {
    EXPECT_EQ(parse_enforcement(text), Enforcement::Strict) << text;
  }
  for (const char* text : {"advisory", "warn", "warning", "0", "false", "no", "off"}) {
    EXPECT_EQ(parse_enforcement(text), Enforcement::Advisory) << text;
  }
  EXPECT_EQ(parse_enforcement("perhaps"), std::nullopt);
  EXPECT_EQ(parse_enforcement(std::nullopt), std::nullopt);
  EXPECT_FALSE(skills_are_strict(Environment{}));
  EXPECT_TRUE(skills_are_strict(with({{"PUMUKI_SKILLS_ENFORCEMENT", "1"}})));
}

TEST(Hygiene, has_defaults) {
  const Hygiene limits = hygiene(Environment{}, {});
  EXPECT_TRUE(limits.enabled);
  EXPECT_EQ(limits.warn_threshold, 12);
  EXPECT_EQ(limits.block_threshold, 24);
}

struct ThresholdCase {
  std::string warn;
  std::string block;
  std::int64_t expected_warn;
  std::int64_t expected_block;
};

class Thresholds : public testing::TestWithParam<ThresholdCase> {};

TEST_P(Thresholds, come_from_the_environment) {
  const ThresholdCase& row = GetParam();
  const Hygiene limits = hygiene(with({{"PUMUKI_PREWRITE_WORKTREE_WARN_THRESHOLD", row.warn},
                                       {"PUMUKI_PREWRITE_WORKTREE_BLOCK_THRESHOLD", row.block}}),
                                 {});
  EXPECT_EQ(limits.warn_threshold, row.expected_warn);
  EXPECT_EQ(limits.block_threshold, row.expected_block);
}

INSTANTIATE_TEST_SUITE_P(
    All, Thresholds,
    testing::Values(ThresholdCase{"2", "3", 2, 3}, ThresholdCase{" 2.9 ", "3.1", 2, 3},
                    ThresholdCase{"5", "3", 5, 5}, ThresholdCase{"many", "-1", 12, 24},
                    ThresholdCase{"0", "0.5", 12, 24}, ThresholdCase{"", "", 12, 24},
                    ThresholdCase{"3x", "4 5", 12, 24}, ThresholdCase{"30", "many", 30, 30},
                    ThresholdCase{"nan", "inf", 12, 24}));

TEST(Hygiene, lets_the_caller_win) {
  const Environment off = with({{"PUMUKI_PREWRITE_WORKTREE_HYGIENE_ENABLED", "off"},
                                {"PUMUKI_PREWRITE_WORKTREE_WARN_THRESHOLD", "7"}});
  EXPECT_FALSE(hygiene(off, {}).enabled);
  const Hygiene limits =
      hygiene(off, {.enabled = true, .warn_threshold = 1.9, .block_threshold = 0});
  EXPECT_TRUE(limits.enabled);
  EXPECT_EQ(limits.warn_threshold, 1);
  EXPECT_EQ(limits.block_threshold, 24);
}

TEST(ProtectedBranches, are_exact_for_the_violation_and_not_for_the_warning) {
  EXPECT_TRUE(is_protected("main", default_protected_branches()));
  EXPECT_TRUE(is_protected("dev", default_protected_branches()));
  EXPECT_FALSE(is_protected("Main", default_protected_branches()));
  EXPECT_FALSE(is_protected("release/main", default_protected_branches()));
  EXPECT_FALSE(is_protected("main", {}));
  EXPECT_TRUE(looks_protected("MAIN"));
  EXPECT_FALSE(looks_protected("feature/main"));
}

class Degraded : public testing::Test {
 protected:
  void write_file(const std::string& text) {
    test::write_bytes(temp_ / ".pumuki/degraded-mode.json", text);
  }
  [[nodiscard]] std::optional<DegradedMode> mode(const Environment& environment, Stage stage) {
    notices_.clear();
    return degraded_mode(environment, temp_.path(), stage, &notices_);
  }

  test::TempDir temp_;
  Notices notices_;
};

TEST_F(Degraded, is_off_by_default) {
  EXPECT_FALSE(mode(Environment{}, Stage::Ci));
  EXPECT_TRUE(notices_.empty());
}

TEST_F(Degraded, allows_with_a_default_reason) {
  const auto state = mode(with({{"PUMUKI_DEGRADED_MODE", "1"}}), Stage::PreCommit);
  ASSERT_TRUE(state);
  EXPECT_FALSE(state->blocks);
  EXPECT_EQ(state->reason, "degraded-mode");
  EXPECT_EQ(state->source, "env");
  EXPECT_EQ(state->code, Code::DegradedModeAllowed);
}

TEST_F(Degraded, prefers_the_action_of_the_stage) {
  const Environment environment = with({{"PUMUKI_DEGRADED_MODE", "on"},
                                        {"PUMUKI_DEGRADED_ACTION", "allow"},
                                        {"PUMUKI_DEGRADED_ACTION_PRE_PUSH", " BLOCK "},
                                        {"PUMUKI_DEGRADED_ACTION_CI", "stop"},
                                        {"PUMUKI_DEGRADED_REASON", "  outage "}});
  EXPECT_TRUE(mode(environment, Stage::PrePush)->blocks);
  EXPECT_EQ(mode(environment, Stage::PrePush)->code, Code::DegradedModeBlocked);
  EXPECT_FALSE(mode(environment, Stage::PreCommit)->blocks);
  EXPECT_FALSE(mode(environment, Stage::Ci)->blocks) << "an unknown action counts as none";
  EXPECT_EQ(mode(environment, Stage::Ci)->reason, "outage");
}

TEST_F(Degraded, reads_the_file_when_the_variable_says_nothing) {
  write_file(R"({"enabled":true,"reason":"outage","action":"block","stages":{"CI":"allow"}})");
  const auto push = mode(Environment{}, Stage::PrePush);
  ASSERT_TRUE(push);
  EXPECT_TRUE(push->blocks);
  EXPECT_EQ(push->reason, "outage");
  EXPECT_EQ(push->source, "file:.pumuki/degraded-mode.json");
  EXPECT_FALSE(mode(Environment{}, Stage::Ci)->blocks);
  EXPECT_TRUE(mode(with({{"PUMUKI_DEGRADED_MODE", "maybe"}}), Stage::PrePush));
  EXPECT_FALSE(mode(with({{"PUMUKI_DEGRADED_MODE", "no"}}), Stage::PrePush));
  EXPECT_EQ(mode(with({{"PUMUKI_DEGRADED_MODE", "yes"}}), Stage::PrePush)->source, "env");
}

TEST_F(Degraded, ignores_and_names_an_unusable_file) {
  for (const char* text : {"no", "[]", R"({"enabled":"true"})", R"({"action":"block"})", ""}) {
    write_file(text);
    EXPECT_FALSE(mode(Environment{}, Stage::Ci)) << text;
    ASSERT_EQ(notices_.size(), 1U) << text;
    EXPECT_EQ(notices_[0].file, ".pumuki/degraded-mode.json");
  }
  write_file(R"({"enabled":false,"action":"block"})");
  EXPECT_FALSE(mode(Environment{}, Stage::Ci));
  EXPECT_TRUE(notices_.empty()) << "switched off is no fault";
}

TEST_F(Degraded, refuses_deep_nesting_before_it_is_parsed) {
  write_file(R"({"enabled":true,"x":)" + std::string(100'000, '[') + std::string(100'000, ']') +
             "}");
  EXPECT_FALSE(mode(Environment{}, Stage::Ci));
  EXPECT_EQ(notices_.size(), 1U);
}

}  // namespace
}  // namespace pumuki::policy
