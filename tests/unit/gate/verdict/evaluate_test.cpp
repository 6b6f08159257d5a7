#include "gate/verdict/evaluate.h"

#include "tests/unit/gate/verdict/fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pumuki::verdict {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using EvidencePart = VerdictTest;
using Hygiene = VerdictTest;
using Branches = VerdictTest;
using Skills = VerdictTest;
using Order = VerdictTest;
using Git = VerdictTest;

TEST_F(EvidencePart, allows_fresh_evidence_at_every_stage) {
  for (const Stage stage : k_all_stages) {
    const Verdict verdict = evaluate_at(stage);
    EXPECT_THAT(listed(verdict), IsEmpty()) << stage_name(stage);
    EXPECT_TRUE(verdict.allowed);
    EXPECT_EQ(verdict.status(), "ALLOWED");
    EXPECT_EQ(verdict.evidence.max_age_seconds, default_max_age_seconds(stage));
  }
}

struct UnusableCase {
  evidence::Kind kind;
  evidence::Fault fault;
  std::string code;
};

class UnusableEvidence : public VerdictTest, public testing::WithParamInterface<UnusableCase> {};

TEST_P(UnusableEvidence, is_one_code_at_every_stage) {
  evidence_.kind = GetParam().kind;
  evidence_.fault = GetParam().fault;
  evidence_.facts = {};
  add_pending(99);
  for (const Stage stage : k_all_stages) {
    const Verdict verdict = evaluate_at(stage);
    EXPECT_THAT(listed(verdict), ElementsAre(GetParam().code + " E")) << stage_name(stage);
    EXPECT_FALSE(verdict.allowed);
    EXPECT_EQ(verdict.evidence.age_seconds, std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, UnusableEvidence,
    testing::Values(
        UnusableCase{evidence::Kind::Missing, evidence::Fault::None, "EVIDENCE_MISSING"},
        UnusableCase{evidence::Kind::Invalid, evidence::Fault::Schema, "EVIDENCE_INVALID"},
        UnusableCase{evidence::Kind::Invalid, evidence::Fault::ChainMissing,
                     "EVIDENCE_CHAIN_INVALID"},
        UnusableCase{evidence::Kind::Invalid, evidence::Fault::ChainMalformed,
                     "EVIDENCE_CHAIN_INVALID"},
        UnusableCase{evidence::Kind::Invalid, evidence::Fault::ChainMismatch,
                     "EVIDENCE_CHAIN_INVALID"}));

TEST_F(EvidencePart, ends_at_a_timestamp_that_cannot_be_read) {
  evidence_.facts.ai_gate_status = "BLOCKED";
  add_pending(99);
  for (const auto& text : {std::optional<std::string>{"yesterday"}, std::optional<std::string>{""},
                           std::optional<std::string>{}}) {
    evidence_.timestamp = text;
    const Verdict verdict = evaluate_at(Stage::PreWrite);
    EXPECT_THAT(listed(verdict), ElementsAre("EVIDENCE_TIMESTAMP_INVALID E"));
    EXPECT_EQ(verdict.evidence.kind, evidence::Kind::Valid);
  }
}

struct AgeCase {
  Stage stage;
  TimeMs limit_seconds;
};

class Ages : public VerdictTest, public testing::WithParamInterface<AgeCase> {};

TEST_P(Ages, pass_up_to_the_last_millisecond) {
  const auto& [stage, limit] = GetParam();
  set_age(limit * 1000 + 999);
  EXPECT_THAT(codes_at(stage), IsEmpty());
  set_age((limit + 1) * 1000);
  const Verdict verdict = evaluate_at(stage);
  EXPECT_THAT(listed(verdict), ElementsAre("EVIDENCE_STALE E"));
  EXPECT_EQ(verdict.evidence.age_seconds, limit + 1);
}

INSTANTIATE_TEST_SUITE_P(All, Ages,
                         testing::Values(AgeCase{Stage::PreWrite, 300},
                                         AgeCase{Stage::PreCommit, 900},
                                         AgeCase{Stage::PrePush, 1800}, AgeCase{Stage::Ci, 7200}));

TEST_F(EvidencePart, takes_the_callers_maximum_age) {
  options_.max_age_seconds[Stage::PreCommit] = 20;
  set_age(21'000);
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_STALE E"));
  EXPECT_THAT(codes_at(Stage::PrePush), IsEmpty());
}

TEST_F(EvidencePart, takes_the_maximum_age_of_gate_json_unless_the_caller_has_one) {
  test::write_bytes(temp_ / ".pumuki/gate.json", R"({"max_age_seconds":{"PRE_COMMIT":20}})");
  set_age(21'000);
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_STALE E"));
  EXPECT_THAT(codes_at(Stage::PrePush), IsEmpty());
  options_.max_age_seconds[Stage::PreCommit] = 30;
  EXPECT_THAT(codes_at(Stage::PreCommit), IsEmpty());
}

TEST_F(EvidencePart, is_not_judged_with_a_broken_gate_json) {
  test::write_bytes(temp_ / ".pumuki/gate.json", "{\n  \"sdd\": 1\n}");
  const auto verdict = try_evaluate(Stage::PreCommit);
  ASSERT_FALSE(verdict);
  EXPECT_THAT(verdict.error().message, testing::HasSubstr(".pumuki/gate.json: line 2"));
}

TEST_F(EvidencePart, refuses_the_future_before_writing_only) {
  set_age(-1);
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("EVIDENCE_TIMESTAMP_FUTURE E"));
  set_age(-86'400'000);
  const Verdict verdict = evaluate_at(Stage::Ci);
  EXPECT_THAT(listed(verdict), IsEmpty());
  EXPECT_EQ(verdict.evidence.age_seconds, 0);
}

TEST_F(EvidencePart, blocks_when_the_evidence_is_blocked) {
  evidence_.facts.ai_gate_status = "BLOCKED";
  evidence_.facts.severity_gate_status = "BLOCKED";
  evidence_.facts.snapshot_outcome = "BLOCK";
  for (const Stage stage : k_all_stages) {
    EXPECT_THAT(codes_at(stage), ElementsAre("EVIDENCE_GATE_BLOCKED E")) << "a clean tree";
  }
  change({"docs/a.html", "README.md", "package.json"});
  for (const Stage stage : k_all_stages) {
    EXPECT_THAT(codes_at(stage), ElementsAre("EVIDENCE_GATE_BLOCKED W"));
    EXPECT_TRUE(evaluate_at(stage).allowed);
  }
  change({"docs/a.html", "src/a.ts"});
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_GATE_BLOCKED E"));
}

TEST_F(EvidencePart, makes_no_documentation_exception_for_stale_evidence) {
  evidence_.facts.ai_gate_status = "BLOCKED";
  change({"README.md"});
  set_age(1'000'000);
  EXPECT_THAT(codes_at(Stage::PreCommit),
              ElementsAre("EVIDENCE_STALE E", "EVIDENCE_GATE_BLOCKED E"));
}

TEST_F(EvidencePart, ignores_findings_that_do_not_block) {
  evidence_.facts.snapshot_outcome = "BLOCK";
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty());
}

TEST_F(EvidencePart, names_a_missing_member_on_the_command_line) {
  evidence_.facts.missing_member = "ai_gate.status";
  const Verdict verdict = evaluate_at(Stage::PreCommit);
  EXPECT_THAT(listed(verdict), ElementsAre("EVIDENCE_INVALID E"));
  EXPECT_NE(verdict.violations[0].message.find("`ai_gate.status`"), std::string::npos);
  EXPECT_EQ(verdict.evidence.kind, evidence::Kind::Invalid);
  EXPECT_EQ(verdict.evidence.age_seconds, std::nullopt);
}

TEST_F(EvidencePart, fails_for_the_tools_when_a_member_is_missing) {
  options_.missing_member = MissingMember::IsFailure;
  evidence_.facts.missing_member = "ai_gate.status";
  for (const Stage stage : k_all_stages) {
    const auto verdict = try_evaluate(stage);
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, Code::WrongShape);
  }
}

TEST_F(EvidencePart, needs_some_members_before_writing_only) {
  evidence_.facts.missing_at_pre_write = "severity_metrics.gate_status";
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("EVIDENCE_INVALID E"));
  EXPECT_THAT(codes_at(Stage::PreCommit), IsEmpty());
}

TEST_F(EvidencePart, shows_the_timestamp_as_the_time_of_generation) {
  evidence_.timestamp = "2020-02-03";
  EXPECT_EQ(evaluate_at(Stage::Ci).evidence.generated_at, "2020-02-03");
  evidence_.timestamp.reset();
  EXPECT_TRUE(evaluate_at(Stage::Ci).evidence.omit_generated_at);
  evidence_.kind = evidence::Kind::Invalid;
  evidence_.fault = evidence::Fault::ChainMissing;
  EXPECT_TRUE(evaluate_at(Stage::Ci).evidence.omit_generated_at);
  evidence_.fault = evidence::Fault::Schema;
  EXPECT_FALSE(evaluate_at(Stage::Ci).evidence.omit_generated_at) << "null instead";
}

// --- work-tree hygiene

TEST_F(Hygiene, warns_and_blocks_at_every_stage) {
  add_pending(11);
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
  add_pending(1);
  for (const Stage stage : k_all_stages) {
    EXPECT_THAT(codes_at(stage), ElementsAre("EVIDENCE_PREWRITE_WORKTREE_WARN W"));
  }
  add_pending(11);
  EXPECT_TRUE(evaluate_at(Stage::PrePush).allowed);
  add_pending(1);
  for (const Stage stage : k_all_stages) {
    EXPECT_THAT(codes_at(stage), ElementsAre("EVIDENCE_PREWRITE_WORKTREE_OVER_LIMIT E"));
  }
}

TEST_F(Hygiene, follows_environment_and_caller) {
  add_pending(3);
  set("PUMUKI_PREWRITE_WORKTREE_WARN_THRESHOLD", "2");
  EXPECT_THAT(codes_at(Stage::Ci), ElementsAre("EVIDENCE_PREWRITE_WORKTREE_WARN W"));
  options_.hygiene.block_threshold = 3;
  EXPECT_THAT(codes_at(Stage::Ci), ElementsAre("EVIDENCE_PREWRITE_WORKTREE_OVER_LIMIT E"));
  options_.hygiene.enabled = false;
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
}

// --- branches

TEST_F(Branches, protects_the_default_set_exactly) {
  for (const char* name : {"main", "master", "develop", "dev"}) {
    state().head_branch = name;
    state().branches[name] = "c1";
    evidence_.facts.branch = name;
    for (const Stage stage : k_all_stages) {
      EXPECT_THAT(codes_at(stage), ElementsAre("GITFLOW_PROTECTED_BRANCH E")) << name;
    }
  }
  for (const char* name : {"Main", "release/main", "development"}) {
    state().head_branch = name;
    state().branches[name] = "c1";
    evidence_.facts.branch = name;
    EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty()) << name;
  }
}

TEST_F(Branches, protects_what_the_caller_lists_instead) {
  options_.protected_branches = std::vector<std::string>{"feature/x"};
  EXPECT_THAT(codes_at(Stage::Ci), ElementsAre("GITFLOW_PROTECTED_BRANCH E"));
  state().head_branch = "main";
  state().branches["main"] = "c1";
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
}

TEST_F(Branches, are_those_of_gate_json_unless_the_caller_lists_some) {
  test::write_bytes(temp_ / ".pumuki/gate.json", R"({"protected_branches":["feature/x"]})");
  EXPECT_THAT(codes_at(Stage::Ci), ElementsAre("GITFLOW_PROTECTED_BRANCH E"));
  EXPECT_EQ(evaluate_at(Stage::Ci).policy.source, "gate.json");
  options_.protected_branches = std::vector<std::string>{"main"};
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
}

TEST_F(Branches, leaves_a_detached_head_and_a_branch_without_commits_free) {
  state().head_branch.reset();
  state().detached_at = "c1";
  EXPECT_EQ(evaluate_at(Stage::Ci).repo_state.git.branch, "HEAD");
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
  state().head_branch = "main";
  state().branches.clear();
  EXPECT_THAT(codes_at(Stage::Ci), IsEmpty());
}

// --- skills contract in the list

constexpr const char* k_backend_lock =
    R"({"version":"1.0","compilerVersion":"1.0.0","generatedAt":"2026-01-02T03:04:05.000Z",)"
    R"("bundles":[{"name":"backend-guidelines","version":"1.0.0","source":"file:x","hash":)"
    R"("0000000000000000000000000000000000000000000000000000000000000000","rules":[]}]})";

TEST_F(Skills, adds_one_summary_for_a_contract_that_is_not_met) {
  test::write_bytes(temp_ / "skills.lock.json", k_backend_lock);
  for (const Stage stage : {Stage::PreCommit, Stage::PrePush, Stage::Ci}) {
    EXPECT_THAT(codes_at(stage), ElementsAre("EVIDENCE_SKILLS_CONTRACT_INCOMPLETE W"));
  }
  EXPECT_THAT(codes_at(Stage::PreWrite), IsEmpty()) << "nothing is pending";
  change({"apps/backend/a.ts"});
  EXPECT_THAT(codes_at(Stage::PreWrite), ElementsAre("EVIDENCE_SKILLS_CONTRACT_INCOMPLETE W"));
  set("PUMUKI_SKILLS_ENFORCEMENT", "strict");
  EXPECT_THAT(codes_at(Stage::Ci), ElementsAre("EVIDENCE_SKILLS_CONTRACT_INCOMPLETE E"));
}

TEST_F(Skills, stays_silent_behind_evidence_that_cannot_be_used) {
  test::write_bytes(temp_ / "skills.lock.json", k_backend_lock);
  set_age(1'000'000);
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_STALE E"));
  evidence_.timestamp = "never";
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_TIMESTAMP_INVALID E"));
  evidence_.kind = evidence::Kind::Missing;
  const Verdict verdict = evaluate_at(Stage::PreWrite);
  EXPECT_THAT(listed(verdict), ElementsAre("EVIDENCE_MISSING E"));
  EXPECT_EQ(verdict.skills_contract.status, policy::SkillsStatus::Fail);
}

TEST_F(Skills, speaks_at_commit_without_a_lock_and_not_before_writing) {
  evidence_.facts.platforms.push_back({.name = "ios", .detected = true});
  EXPECT_THAT(codes_at(Stage::PreCommit), ElementsAre("EVIDENCE_SKILLS_CONTRACT_INCOMPLETE W"));
  EXPECT_THAT(codes_at(Stage::PreWrite),
              ElementsAre("EVIDENCE_ACTIVE_RULE_IDS_EMPTY_FOR_CODE_CHANGES E",
                          "EVIDENCE_PLATFORM_SKILLS_SCOPE_INCOMPLETE W",
                          "EVIDENCE_PLATFORM_SKILLS_BUNDLES_MISSING W",
                          "EVIDENCE_PLATFORM_CRITICAL_SKILLS_RULES_MISSING W"));
}

TEST_F(Skills, names_a_configuration_file_that_it_cannot_use) {
  test::write_bytes(temp_ / "skills.lock.json", "no");
  test::write_bytes(temp_ / ".pumuki/hard-mode.json", "no");
  const Verdict verdict = evaluate_at(Stage::Ci);
  EXPECT_TRUE(verdict.allowed);
  ASSERT_EQ(verdict.notices.size(), 2U);
  EXPECT_EQ(verdict.notices[0].file, ".pumuki/hard-mode.json");
  EXPECT_EQ(verdict.notices[1].file, "skills.lock.json");
}

// --- everything at once, and git

TEST_F(Order, is_that_of_the_contract) {
  test::write_bytes(temp_ / "skills.lock.json", k_backend_lock);
  state().head_branch = "main";
  state().branches["main"] = "c1";
  change({"apps/backend/a.ts"});
  add_pending(30);
  evidence::GateFacts& facts = evidence_.facts;
  facts.ai_gate_status = "BLOCKED";
  facts.severity_gate_status = "ALLOWED";
  facts.repo_root = "/elsewhere";
  facts.rules_coverage->stage = "CI";
  facts.rules_coverage->unevaluated_count = 1;
  facts.rules_coverage->unsupported_auto_count = 1;
  facts.platforms.push_back({.name = "ios", .detected = true});
  set_age(-1);
  options_.require_receipt = true;
  EXPECT_THAT(
      codes_at(Stage::PreWrite),
      ElementsAre("EVIDENCE_GATE_BLOCKED E", "EVIDENCE_REPO_ROOT_MISMATCH E",
                  "EVIDENCE_BRANCH_MISMATCH E", "EVIDENCE_GATE_STATUS_INCOHERENT E",
                  "EVIDENCE_OUTCOME_INCOHERENT E", "EVIDENCE_RULES_COVERAGE_STAGE_MISMATCH E",
                  "EVIDENCE_RULES_COVERAGE_INCOMPLETE E", "EVIDENCE_UNSUPPORTED_AUTO_RULES E",
                  "EVIDENCE_ACTIVE_RULE_IDS_EMPTY_FOR_CODE_CHANGES E",
                  "EVIDENCE_PLATFORM_SKILLS_SCOPE_INCOMPLETE W",
                  "EVIDENCE_PLATFORM_SKILLS_BUNDLES_MISSING W",
                  "EVIDENCE_PLATFORM_CRITICAL_SKILLS_RULES_MISSING W",
                  "EVIDENCE_TIMESTAMP_FUTURE E", "EVIDENCE_PREWRITE_WORKTREE_OVER_LIMIT E",
                  "GITFLOW_PROTECTED_BRANCH E", "MCP_ENTERPRISE_RECEIPT_MISSING E"))
      << "ios is detected, backend required: the contract has nothing to assess";
}

TEST_F(Git, judges_without_a_repository) {
  const test::TempDir bare;
  evidence_.facts.repo_root = bare.path();
  auto verdict = evaluate(
      {.environment = environment_, .clock = clock_, .root = bare.path(), .repository = nullptr},
      evidence_, options_);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->allowed);
  EXPECT_FALSE(verdict->repo_state.git.available);
}

TEST_F(Git, that_cannot_answer_is_an_error_and_no_verdict) {
  state().failure = fail(Code::GitDubiousOwnership, "not yours").error();
  for (const Stage stage : k_all_stages) {
    const auto verdict = try_evaluate(stage);
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, Code::GitDubiousOwnership);
  }
}

}  // namespace
}  // namespace pumuki::verdict
