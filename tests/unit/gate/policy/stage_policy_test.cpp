#include "gate/policy/stage_policy.h"

#include "gate/core/clock.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pumuki::policy {
namespace {

constexpr TimeMs k_now = 1'800'000'000'000;
const std::string k_contract = ".pumuki/policy-as-code.json";
const std::string k_commit_signature =
    "07ff2bda2fd5196225978287861cd9345c251eecb69e492a61bf4f4ee186b204";
const std::string k_push_signature =
    "5c1eea30b03e8ee03c9f40b1d3fb2cef16ddbe32d072236ca64bd2f9eee88e5d";
const std::string k_ci_signature =
    "d497611e09621440a6e2eabc165e628c1d2a206f9a7a6d2ca63e0207138d6ae9";
/// What a contract must say for PRE_WRITE.
const std::string k_signed_pre_write =
    "3f538e124c1ead84e6b2ae0c8dd353c134f496caf155a41f330291fb8e95392f";

class StagePolicyTest : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    test::write_bytes(temp_ / file, text);
  }
  void set(std::string name, std::string value) {
    environment_ = environment_.with(std::move(name), std::move(value));
  }
  [[nodiscard]] StagePolicy for_gate(Stage stage) const {
    return policy_for_gate({environment_, clock_, temp_.path()}, stage);
  }
  [[nodiscard]] StagePolicy of_stage(Stage stage) const {
    return policy_of_stage({environment_, clock_, temp_.path()}, stage);
  }
  /// A contract for the default policy; `more` are further members with a leading comma.
  void write_contract(const std::string& commit_signature, const std::string& more = {},
                      const std::string& source = "default") {
    write(k_contract, R"({"version":"1.0","source":")" + source +
                          R"(","signatures":{"PRE_COMMIT":")" + commit_signature +
                          R"(","PRE_PUSH":")" + k_push_signature + R"(","CI":")" + k_ci_signature +
                          R"("})" + more + "}");
  }

  test::TempDir temp_;
  FixedClock clock_{k_now};
  Environment environment_;
};

TEST_F(StagePolicyTest, gate_json_is_its_own_source_with_its_thresholds) {
  write(".pumuki/gate.json", R"({"thresholds":{"PRE_COMMIT":{"block":"ERROR","warn":"WARN"}}})");
  const StagePolicy policy = for_gate(Stage::PreWrite);
  EXPECT_EQ(policy.source, "gate.json");
  EXPECT_EQ(policy.bundle, "gate-policy.gate.json.PRE_COMMIT");
  EXPECT_EQ(policy.version, "policy-as-code/gate.json@1.0");
  EXPECT_EQ(policy.thresholds.block_on_or_above, Severity::Error);
  EXPECT_EQ(policy.thresholds.warn_on_or_above, Severity::Warn);
  EXPECT_EQ(for_gate(Stage::Ci).thresholds.block_on_or_above, Severity::Info);
}

TEST_F(StagePolicyTest, signature_follows_what_gate_json_means) {
  write(".pumuki/gate.json", R"({"protected_branches":["main"]})");
  const std::string signature = for_gate(Stage::PreCommit).signature;
  write(".pumuki/gate.json", R"({ "protected_branches": [ "main" ] })");
  EXPECT_EQ(for_gate(Stage::PreCommit).signature, signature);
  write(".pumuki/gate.json", R"({"protected_branches":[]})");
  EXPECT_NE(for_gate(Stage::PreCommit).signature, signature);
}

TEST_F(StagePolicyTest, hard_mode_wins_over_gate_json) {
  write(".pumuki/gate.json", R"({"thresholds":{"PRE_COMMIT":{"block":"CRITICAL"}}})");
  set("PUMUKI_HARD_MODE", "1");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.source, "hard-mode");
  EXPECT_EQ(policy.thresholds.block_on_or_above, Severity::Info);
}

TEST_F(StagePolicyTest, broken_gate_json_is_named) {
  write(".pumuki/gate.json", "{");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  ASSERT_EQ(policy.notices.size(), 1U);
  EXPECT_EQ(policy.notices[0].file, ".pumuki/gate.json");
}

TEST_F(StagePolicyTest, follows_the_worked_example) {
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.source, "default");
  EXPECT_EQ(policy.bundle, "gate-policy.default.PRE_COMMIT");
  EXPECT_EQ(policy.hash, "af60e9136fca162e46a469d8e1498a417ffe7d938a3dcfd82ff1ce17b63feb4e");
  EXPECT_EQ(policy.signature, k_commit_signature);
  EXPECT_EQ(policy.version, "policy-as-code/default@1.0");
  EXPECT_EQ(policy.policy_source, "computed-local");
  EXPECT_EQ(policy.validation.status, "valid");
  EXPECT_FALSE(policy.validation.strict);
  EXPECT_FALSE(policy.degraded);
}

TEST_F(StagePolicyTest, judges_pre_write_by_the_policy_of_pre_commit) {
  const StagePolicy policy = for_gate(Stage::PreWrite);
  EXPECT_EQ(policy.stage, Stage::PreWrite);
  EXPECT_EQ(policy.resolved_stage, Stage::PreCommit);
  EXPECT_EQ(policy.signature, k_commit_signature);
}

struct TableRow {
  Stage stage;
  std::string hard_mode;
  std::string profile;
  std::string bundle;
  std::string hash;
  std::string signature;
};

class PolicyTable : public StagePolicyTest, public testing::WithParamInterface<TableRow> {};

TEST_P(PolicyTable, has_the_published_digests) {
  const TableRow& row = GetParam();
  set("PUMUKI_HARD_MODE", row.hard_mode);
  set("PUMUKI_HARD_MODE_PROFILE", row.profile);
  const StagePolicy policy = of_stage(row.stage);
  EXPECT_EQ(policy.bundle, row.bundle);
  EXPECT_EQ(policy.hash, row.hash);
  EXPECT_EQ(policy.signature, row.signature);
}

INSTANTIATE_TEST_SUITE_P(
    All, PolicyTable,
    testing::Values(TableRow{Stage::PreWrite, "", "", "gate-policy.default.PRE_WRITE",
                             "47e286c28c909c1bde31333df9748163fa40f9bfc57e78b92e13626ae1815c36",
                             "4235266f6c40b112eb38804231d51ccb2f7f73ad61502ccca7f33cfddc26913d"},
                    TableRow{Stage::PrePush, "", "", "gate-policy.default.PRE_PUSH",
                             "6958c1a7d482a1c5f1e2a3c38ff538f731e69e079e8e3070a6a1bcbf82c6c4d8",
                             k_push_signature},
                    TableRow{Stage::Ci, "", "", "gate-policy.default.CI",
                             "312f4035f0e3135a50afb8dcea7af40a6c03756384565358324355ff4acbe83e",
                             k_ci_signature},
                    TableRow{Stage::PreCommit, "1", "", "gate-policy.hard-mode.PRE_COMMIT",
                             "11efb5ee786e18fca5646822704568599cfdf8c382a0f6a60c2803f57f61effa",
                             "f269823d60d229dfa09c79c7cac3b18d080a0203163db8da93100ee243b8d7f9"},
                    TableRow{Stage::PreCommit, "on", " Critical-High ",
                             "gate-policy.hard-mode.critical-high.PRE_COMMIT",
                             "b3f1c68b0b3d3dc5a6de208ea8729e1543cd8dc7d2ba3a8cb3c468f56e92de2f",
                             "ed8afad3e4d176992af8901364a2a2e64e4b49a2ea9c8e55b7aebeb52c964bae"}));

TEST_F(StagePolicyTest, takes_hard_mode_from_the_file) {
  write(".pumuki/hard-mode.json", R"({"enabled":true,"profile":" ALL-severities "})");
  EXPECT_EQ(for_gate(Stage::Ci).bundle, "gate-policy.hard-mode.all-severities.CI");
  set("PUMUKI_HARD_MODE_PROFILE", "critical-high");
  EXPECT_EQ(for_gate(Stage::Ci).bundle, "gate-policy.hard-mode.critical-high.CI");
  set("PUMUKI_HARD_MODE", "off");
  EXPECT_EQ(for_gate(Stage::Ci).source, "default");
}

TEST_F(StagePolicyTest, knows_two_profiles_only) {
  write(".pumuki/hard-mode.json", R"({"enabled":true,"profile":"other"})");
  EXPECT_EQ(for_gate(Stage::Ci).bundle, "gate-policy.hard-mode.CI");
}

TEST_F(StagePolicyTest, ignores_and_names_a_hard_mode_file_without_a_switch) {
  for (const char* text : {R"({"enabled":"yes"})", "{}", "[true]", "nonsense"}) {
    write(".pumuki/hard-mode.json", text);
    const StagePolicy policy = for_gate(Stage::Ci);
    EXPECT_EQ(policy.source, "default") << text;
    ASSERT_EQ(policy.notices.size(), 1U) << text;
    EXPECT_EQ(policy.notices[0].file, ".pumuki/hard-mode.json");
  }
}

const std::string k_four_stages =
    R"("stages":{"PRE_WRITE":{"blockOnOrAbove":"CRITICAL","warnOnOrAbove":"ERROR"},)"
    R"("PRE_COMMIT":{"blockOnOrAbove":"CRITICAL","warnOnOrAbove":"ERROR"},)"
    R"("PRE_PUSH":{"blockOnOrAbove":"ERROR","warnOnOrAbove":"WARN"},)"
    R"("CI":{"blockOnOrAbove":"ERROR","warnOnOrAbove":"WARN"}})";

std::string skills_policy(const std::string& bundles) {
  return R"({"version":"1.0","defaultBundleEnabled":true,)" + k_four_stages + R"(,"bundles":)" +
         bundles + "}";
}

TEST_F(StagePolicyTest, hashes_the_skills_policy_like_the_worked_example) {
  write("skills.policy.json",
        skills_policy(R"({"b":{"enabled":true,"promoteToErrorRuleIds":["z.1","a.2"]},)"
                      R"("a":{"enabled":false}})"));
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.source, "skills.policy");
  EXPECT_EQ(policy.bundle, "gate-policy.skills.policy.PRE_COMMIT");
  EXPECT_EQ(policy.hash, "e27002209007f92a40a0bed08f6e805bb5e49ac2797f146df79a7e1852e5cf11");
  EXPECT_EQ(policy.signature, "3575e582205f797eede534ed5164253c288e7f8b65943d188f19ab4f27ed1829");
}

TEST_F(StagePolicyTest, hashes_bundles_whatever_their_order_in_the_file) {
  write("skills.policy.json",
        skills_policy(R"({"c":{"enabled":true},"B":{"enabled":true},"a":{"enabled":true}})"));
  const std::string first = for_gate(Stage::Ci).hash;
  write("skills.policy.json",
        skills_policy(R"({"a":{"enabled":true},"B":{"enabled":true},"c":{"enabled":true}})"));
  EXPECT_EQ(for_gate(Stage::Ci).hash, first);
  write("skills.policy.json",
        skills_policy(R"({"a":{"enabled":true},"B":{"enabled":false},"c":{"enabled":true}})"));
  EXPECT_NE(for_gate(Stage::Ci).hash, first);
}

TEST_F(StagePolicyTest, ignores_and_names_a_skills_policy_of_another_shape) {
  const std::vector<std::string> texts{
      "no",
      "[]",
      R"({"version":1,"defaultBundleEnabled":true})",
      R"({"version":"1.0","defaultBundleEnabled":true,"stages":{},"bundles":{}})",
      R"({"version":"1.0",)" + k_four_stages + R"(,"bundles":{}})",
      skills_policy("[]"),
      skills_policy(R"({"a":{}})"),
      skills_policy(R"({"a":{"enabled":1}})"),
      skills_policy(R"({"a":{"enabled":true,"promoteToErrorRuleIds":[1]}})")};
  for (const std::string& text : texts) {
    write("skills.policy.json", text);
    const StagePolicy policy = for_gate(Stage::Ci);
    EXPECT_EQ(policy.source, "default") << text;
    EXPECT_EQ(policy.notices.size(), 1U) << text;
  }
}

TEST_F(StagePolicyTest, prefers_hard_mode_to_the_skills_policy) {
  write("skills.policy.json", skills_policy("{}"));
  set("PUMUKI_HARD_MODE", "1");
  EXPECT_EQ(for_gate(Stage::Ci).source, "hard-mode");
}

// --- rows of the contract table

TEST_F(StagePolicyTest, is_unsigned_without_a_contract_when_strict) {
  set("PUMUKI_POLICY_STRICT", " Yes ");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.validation.status, "unsigned");
  EXPECT_EQ(policy.validation.code, Code::PolicyUnsigned);
  EXPECT_TRUE(policy.validation.strict);
  EXPECT_EQ(policy.signature, k_commit_signature);
  EXPECT_EQ(policy.policy_source, "computed-local");
}

TEST_F(StagePolicyTest, accepts_a_contract_that_matches) {
  write_contract(k_commit_signature, R"(,"expires_at":"2999-01-01T00:00:00.000Z")");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.validation.status, "valid");
  EXPECT_EQ(policy.validation.code, Code::PolicyValid);
  EXPECT_EQ(policy.policy_source, "file:.pumuki/policy-as-code.json");
  EXPECT_EQ(policy.signature, k_commit_signature);
}

TEST_F(StagePolicyTest, reports_a_malformed_contract_with_the_computed_signature) {
  const std::string zeros(64, '0');
  const std::vector<std::string> texts{
      "no",
      "[]",
      R"({"version":"1.0"})",
      R"({"version":"2.0","source":"default","signatures":{}})",
      R"({"version":"1.0","source":" ","signatures":{}})",
      R"({"version":"1.0","source":"default","signatures":{"PRE_COMMIT":")" + zeros + R"("}})",
      R"({"version":"1.0","source":"default","signatures":{"PRE_COMMIT":"0","PRE_PUSH":")" + zeros +
          R"(","CI":")" + zeros + R"("}})"};
  for (const std::string& text : texts) {
    write(k_contract, text);
    const StagePolicy policy = for_gate(Stage::PreCommit);
    EXPECT_EQ(policy.validation.status, "invalid") << text;
    EXPECT_EQ(policy.validation.code, Code::PolicyContractInvalid) << text;
    EXPECT_EQ(policy.signature, k_commit_signature) << text;
    EXPECT_EQ(policy.policy_source, "file:.pumuki/policy-as-code.json") << text;
    EXPECT_EQ(policy.notices.size(), 1U) << text;
  }
}

TEST_F(StagePolicyTest, reports_optional_members_of_a_wrong_type_as_malformed) {
  for (const char* more : {R"(,"expires_at":"soon")", R"(,"expires_at":7)", R"(,"strict":true)",
                           R"(,"strict":{"CI":"yes"})"}) {
    write_contract(k_commit_signature, more);
    EXPECT_EQ(for_gate(Stage::PreCommit).validation.code, Code::PolicyContractInvalid) << more;
  }
}

TEST_F(StagePolicyTest, uses_the_environment_only_for_the_strictness_of_a_broken_contract) {
  write(k_contract, R"({"strict":{"PRE_COMMIT":true}})");
  EXPECT_FALSE(for_gate(Stage::PreCommit).validation.strict);
  set("PUMUKI_POLICY_STRICT", "1");
  EXPECT_TRUE(for_gate(Stage::PreCommit).validation.strict);
}

TEST_F(StagePolicyTest, reports_a_contract_for_another_source_first) {
  write_contract(std::string(64, '0'), R"(,"expires_at":"2001-01-01")", "hard-mode");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.validation.status, "unknown-source");
  EXPECT_EQ(policy.validation.code, Code::PolicyUnknownSource);
  EXPECT_EQ(policy.version, "policy-as-code/hard-mode@1.0");
  EXPECT_EQ(policy.source, "default");
  EXPECT_EQ(policy.signature, std::string(64, '0'));
}

TEST_F(StagePolicyTest, reports_another_signature_before_the_expiry) {
  write_contract(std::string(64, '0'), R"(,"expires_at":"2001-01-01")");
  const StagePolicy policy = for_gate(Stage::PreCommit);
  EXPECT_EQ(policy.validation.status, "invalid");
  EXPECT_EQ(policy.validation.code, Code::PolicySignatureMismatch);
  EXPECT_EQ(policy.signature, std::string(64, '0'));
  EXPECT_EQ(for_gate(Stage::PrePush).validation.status, "expired") << "other stages match";
}

TEST_F(StagePolicyTest, compares_signatures_as_text) {
  std::string upper = k_commit_signature;
  for (char& c : upper) {
    c = static_cast<char>(std::toupper(c));
  }
  write_contract(upper);
  EXPECT_EQ(for_gate(Stage::PreCommit).validation.code, Code::PolicySignatureMismatch);
}

TEST_F(StagePolicyTest, expires_at_the_very_moment) {
  write_contract(k_commit_signature, R"(,"expires_at":")" + format_time(k_now) + R"(")");
  EXPECT_EQ(for_gate(Stage::PreCommit).validation.code, Code::PolicyContractExpired);
  write_contract(k_commit_signature, R"(,"expires_at":")" + format_time(k_now + 1) + R"(")");
  EXPECT_EQ(for_gate(Stage::PreCommit).validation.code, Code::PolicyValid);
}

TEST_F(StagePolicyTest, prefers_the_strictness_of_the_file) {
  set("PUMUKI_POLICY_STRICT", "1");
  write_contract(k_commit_signature, R"(,"strict":{"PRE_COMMIT":false})");
  EXPECT_FALSE(for_gate(Stage::PreCommit).validation.strict);
  EXPECT_TRUE(for_gate(Stage::Ci).validation.strict) << "no entry: the environment";
}

TEST_F(StagePolicyTest, compares_pre_write_itself_with_its_own_signature_or_that_of_pre_commit) {
  write_contract(k_signed_pre_write);
  EXPECT_EQ(of_stage(Stage::PreWrite).validation.code, Code::PolicyValid);
  write_contract(k_commit_signature);
  EXPECT_EQ(of_stage(Stage::PreWrite).validation.code, Code::PolicySignatureMismatch);
  write(k_contract, R"({"version":"1.0","source":"default","signatures":{"PRE_WRITE":")" +
                        k_signed_pre_write + R"(","PRE_COMMIT":")" + k_commit_signature +
                        R"(","PRE_PUSH":")" + k_push_signature + R"(","CI":")" + k_ci_signature +
                        R"("}})");
  EXPECT_EQ(of_stage(Stage::PreWrite).validation.code, Code::PolicyValid);
  EXPECT_EQ(of_stage(Stage::PreWrite).signature, k_signed_pre_write);
}

TEST_F(StagePolicyTest, shows_pre_write_as_strict_while_its_enforcement_is) {
  EXPECT_TRUE(of_stage(Stage::PreWrite).validation.strict);
  EXPECT_EQ(of_stage(Stage::PreWrite).validation.status, "valid");
  EXPECT_FALSE(of_stage(Stage::PreCommit).validation.strict);
  set("PUMUKI_EXPERIMENTAL_PRE_WRITE", "advisory");
  EXPECT_FALSE(of_stage(Stage::PreWrite).validation.strict);
}

TEST_F(StagePolicyTest, carries_degraded_mode_of_the_resolved_stage) {
  set("PUMUKI_DEGRADED_MODE", "1");
  set("PUMUKI_DEGRADED_ACTION_PRE_COMMIT", "block");
  const StagePolicy policy = for_gate(Stage::PreWrite);
  ASSERT_TRUE(policy.degraded);
  EXPECT_TRUE(policy.degraded->blocks);
}

}  // namespace
}  // namespace pumuki::policy
