#include "tests/unit/gate/verdict/fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <string>

namespace pumuki::verdict {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

struct PreWriteCase {
  std::string name;
  std::function<void(evidence::GateFacts&)> spoil;
  std::string code;
};

void PrintTo(const PreWriteCase& row, std::ostream* out) { *out << row.name; }

class PreWriteRules : public VerdictTest, public testing::WithParamInterface<PreWriteCase> {};

TEST_P(PreWriteRules, raise_one_code_before_writing_and_nothing_later) {
  GetParam().spoil(evidence_.facts);
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre(GetParam().code + " E"));
  for (const Stage stage : {Stage::PreCommit, Stage::PrePush, Stage::Ci}) {
    EXPECT_THAT(codes_at(stage), IsEmpty()) << stage_name(stage);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PreWriteRules,
    testing::Values(
        PreWriteCase{"root", [](auto& f) { f.repo_root = "/elsewhere"; },
                     "EVIDENCE_REPO_ROOT_MISMATCH"},
        PreWriteCase{"branch", [](auto& f) { f.branch = "feature/y"; }, "EVIDENCE_BRANCH_MISMATCH"},
        PreWriteCase{"branch case", [](auto& f) { f.branch = "Feature/x"; },
                     "EVIDENCE_BRANCH_MISMATCH"},
        PreWriteCase{"status", [](auto& f) { f.severity_gate_status = "BLOCKED"; },
                     "EVIDENCE_GATE_STATUS_INCOHERENT"},
        PreWriteCase{"no coverage", [](auto& f) { f.rules_coverage.reset(); },
                     "EVIDENCE_RULES_COVERAGE_MISSING"},
        PreWriteCase{"coverage stage", [](auto& f) { f.rules_coverage->stage = "CI"; },
                     "EVIDENCE_RULES_COVERAGE_STAGE_MISMATCH"},
        PreWriteCase{"unevaluated", [](auto& f) { f.rules_coverage->unevaluated_count = 1; },
                     "EVIDENCE_RULES_COVERAGE_INCOMPLETE"},
        PreWriteCase{"ratio", [](auto& f) { f.rules_coverage->coverage_ratio = 0.999999; },
                     "EVIDENCE_RULES_COVERAGE_INCOMPLETE"},
        PreWriteCase{"unsupported", [](auto& f) { f.rules_coverage->unsupported_auto_count = 2; },
                     "EVIDENCE_UNSUPPORTED_AUTO_RULES"}));

using PreWrite = VerdictTest;

TEST_F(PreWrite, accepts_blank_and_absent_places) {
  evidence_.facts.repo_root = "   ";
  evidence_.facts.branch = "";
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
  evidence_.facts.repo_root.reset();
  evidence_.facts.branch.reset();
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
}

TEST_F(PreWrite, accepts_another_spelling_of_the_root) {
  const std::string link = temp_.path() + "-link";
  ASSERT_EQ(::symlink(temp_.path().c_str(), link.c_str()), 0);
  evidence_.facts.repo_root = link;
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
  ::unlink(link.c_str());
}

TEST_F(PreWrite, does_not_compare_branches_without_a_commit) {
  state().branches.clear();
  evidence_.facts.branch = "feature/y";
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
}

TEST_F(PreWrite, finds_a_blocked_gate_whose_outcome_is_not_block) {
  evidence_.facts.ai_gate_status = "BLOCKED";
  evidence_.facts.severity_gate_status = "BLOCKED";
  EXPECT_THAT(codes_at(Stage::PreWrite),
              ElementsAre("EVIDENCE_GATE_BLOCKED E", "EVIDENCE_OUTCOME_INCOHERENT E"));
}

TEST_F(PreWrite, skips_the_other_coverage_rules_without_coverage) {
  evidence_.facts.rules_coverage.reset();
  evidence_.facts.platforms.push_back({.name = "ios", .detected = true});
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("EVIDENCE_RULES_COVERAGE_MISSING E"));
}

TEST_F(PreWrite, asks_for_active_rules_when_a_platform_is_only_inferred) {
  evidence_.facts.rules_coverage->evaluated_rule_ids = {"skills.android.x"};
  EXPECT_THAT(codes_at(Stage::PreWrite),
              ElementsAre("EVIDENCE_ACTIVE_RULE_IDS_EMPTY_FOR_CODE_CHANGES E"));
}

TEST_F(PreWrite, makes_platform_faults_errors_when_skills_are_strict) {
  evidence_.facts.rules_coverage->active_rule_ids = {"rules.x"};
  evidence_.facts.platforms.push_back({.name = "ios", .detected = true});
  set("PUMUKI_SKILLS_ENFORCEMENT", "yes");
  EXPECT_THAT(codes_at(Stage::PreWrite),
              ElementsAre("EVIDENCE_PLATFORM_SKILLS_SCOPE_INCOMPLETE E",
                          "EVIDENCE_PLATFORM_SKILLS_BUNDLES_MISSING E",
                          "EVIDENCE_PLATFORM_CRITICAL_SKILLS_RULES_MISSING E"));
}

// --- receipt

class ReceiptRules : public VerdictTest {
 protected:
  ReceiptRules() { options_.require_receipt = true; }
  void write_receipt(TimeMs age, Stage stage = Stage::PreWrite, std::string root = {}) {
    ASSERT_TRUE(
        receipts::write_receipt(temp_.path(), {.repo_root = root.empty() ? temp_.path() : root,
                                               .stage = stage,
                                               .allowed = false,
                                               .issued_at = k_now - age}));
  }
};

TEST_F(ReceiptRules, ask_nothing_unless_required_before_writing) {
  for (const Stage stage : {Stage::PreCommit, Stage::PrePush, Stage::Ci}) {
    const Verdict verdict = evaluate_at(stage);
    EXPECT_THAT(listed(verdict), IsEmpty());
    EXPECT_TRUE(verdict.mcp_receipt.required);
    EXPECT_EQ(verdict.mcp_receipt.kind, receipts::ReceiptKind::Disabled);
    EXPECT_EQ(verdict.mcp_receipt.max_age_seconds, std::nullopt);
  }
  options_.require_receipt = false;
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
}

TEST_F(ReceiptRules, miss_an_absent_one) {
  const Verdict verdict = evaluate_at(Stage::PreWrite);
  EXPECT_THAT(listed(verdict), ElementsAre("MCP_ENTERPRISE_RECEIPT_MISSING E"));
  EXPECT_EQ(verdict.mcp_receipt.max_age_seconds, 300);
  EXPECT_EQ(verdict.mcp_receipt.age_seconds, std::nullopt);
}

TEST_F(ReceiptRules, refuse_an_invalid_one) {
  test::write_bytes(receipts::receipt_path(temp_.path()), "[]");
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("MCP_ENTERPRISE_RECEIPT_INVALID E"));
}

TEST_F(ReceiptRules, accept_every_stage_and_a_blocked_one) {
  for (const Stage stage : k_all_stages) {
    write_receipt(300'999, stage);
    const Verdict verdict = evaluate_at(Stage::PreWrite);
    EXPECT_THAT(listed(verdict), IsEmpty());
    EXPECT_EQ(verdict.mcp_receipt.age_seconds, 300);
  }
}

TEST_F(ReceiptRules, refuse_age_future_and_another_root) {
  write_receipt(301'000);
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("MCP_ENTERPRISE_RECEIPT_STALE E"));
  write_receipt(-1);
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("MCP_ENTERPRISE_RECEIPT_TIMESTAMP_FUTURE E"));
  write_receipt(301'000, Stage::Ci, "/elsewhere");
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("MCP_ENTERPRISE_RECEIPT_REPO_ROOT_MISMATCH E",
                                                     "MCP_ENTERPRISE_RECEIPT_STALE E"));
}

TEST_F(ReceiptRules, use_the_callers_maximum_age_of_pre_write) {
  options_.max_age_seconds[Stage::PreWrite] = 10;
  write_receipt(11'000);
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("MCP_ENTERPRISE_RECEIPT_STALE E"));
}

}  // namespace
}  // namespace pumuki::verdict
