#include "gate/verdict/run_guards.h"

#include "gate/verdict/manifest_guard.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace pumuki::verdict {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Run_Guards, an_sdd_refusal_is_a_blocking_finding_with_its_advice_once) {
  sdd::Evaluation evaluation;
  evaluation.decision = {false, Code::SddSessionMissing,
                         "No SDD session is open. pumuki sdd session --open --change=ID", "{}"};
  const auto finding = sdd_finding(evaluation);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->code, "SDD_SESSION_MISSING");
  EXPECT_EQ(finding->message, "No SDD session is open.");
  EXPECT_EQ(finding->expected_fix, "pumuki sdd session --open --change=ID");
  EXPECT_EQ(finding->file, ".git/config");
  EXPECT_EQ(finding->blocking, true);
}

TEST(Run_Guards, an_allowing_decision_and_a_repeated_cause_are_no_findings) {
  sdd::Evaluation evaluation;
  EXPECT_FALSE(sdd_finding(std::nullopt));
  evaluation.decision.allowed = true;
  EXPECT_FALSE(sdd_finding(evaluation));
  evaluation.decision = {false, Code::SddDegradedModeBlocked, "Degraded.", "{}"};
  EXPECT_FALSE(sdd_finding(evaluation)) << "degraded mode has a finding of its own";
}

policy::StagePolicy policy_with(const std::string& status, bool strict) {
  policy::StagePolicy policy;
  policy.validation = {status, Code::PolicyContractExpired, strict};
  return policy;
}

TEST(Run_Guards, only_a_strict_contract_that_is_not_valid_blocks) {
  EXPECT_THAT(policy_findings(policy_with("expired", false), false), IsEmpty());
  EXPECT_THAT(policy_findings(policy_with("valid", true), false), IsEmpty());
  const auto findings = policy_findings(policy_with("expired", true), false);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, "POLICY_AS_CODE_CONTRACT_EXPIRED");
  EXPECT_EQ(findings[0].blocking, true);
}

TEST(Run_Guards, degraded_mode_blocks_by_its_action_or_by_zero_violation) {
  policy::StagePolicy policy;
  policy.degraded = policy::DegradedMode{true, "outage", "env", Code::DegradedModeBlocked};
  auto findings = policy_findings(policy, false);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].blocking, true);
  EXPECT_THAT(findings[0].message, HasSubstr("outage"));
  policy.degraded = policy::DegradedMode{false, "outage", "env", Code::DegradedModeAllowed};
  findings = policy_findings(policy, false);
  EXPECT_EQ(findings.at(0).blocking, false);
  EXPECT_EQ(findings.at(0).severity, Severity::Info);
  EXPECT_EQ(policy_findings(policy, true).at(0).blocking, true);
}

TEST(Run_Guards, rules_left_out_and_findings_cut_off_block) {
  collect::Collection collection;
  EXPECT_THAT(coverage_findings(collection), IsEmpty());
  collection.coverage.unevaluated_rule_ids = {"a", "b", "c", "d", "e", "f"};
  collection.coverage.unsupported_auto_rule_ids = {"g"};
  collection.truncated = true;
  const auto findings = coverage_findings(collection);
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_THAT(findings[0].message, HasSubstr("a, b, c, d, e, …"));
  EXPECT_EQ(findings[1].rule_id, "governance.skills.detector-mapping.incomplete");
  EXPECT_EQ(findings[2].code, "FINDINGS_TRUNCATED");
}

TEST(Run_ManifestGuard, changed_manifests_are_put_back) {
  const test::TempDir folder;
  test::write_bytes(folder / "package.json", "{}");
  test::write_bytes(folder / "yarn.lock", "1");
  ManifestGuard guard{folder.path()};
  EXPECT_THAT(guard.restore_changed().value(), IsEmpty());
  test::write_bytes(folder / "package.json", "{ }");
  std::filesystem::remove(folder / "yarn.lock");
  test::write_bytes(folder / "package-lock.json", "new");
  test::write_bytes(folder / "other.json", "new");
  EXPECT_THAT(guard.restore_changed().value(),
              ElementsAre("package.json", "package-lock.json", "yarn.lock"));
  EXPECT_EQ(test::read_bytes(folder / "package.json"), "{}");
  EXPECT_EQ(test::read_bytes(folder / "yarn.lock"), "1");
  EXPECT_FALSE(std::filesystem::exists(folder / "package-lock.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / "other.json"));
}

}  // namespace
}  // namespace pumuki::verdict
