#include "gate/receipts/receipt.h"
#include "tests/unit/server/enterprise/engine_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace pumuki::enterprise {
namespace {

class GateTools : public EngineFixture {
 protected:
  void write_learning(std::string_view text) {
    write("openspec/changes/add-login/learning.json", text);
  }
  void make_pending_changes(int count) {
    for (int i = 0; i < count; ++i) {
      git_.entries.push_back({.index = '?',
                              .work_tree = '?',
                              .path = "apps/shop/it's " + std::to_string(i),
                              .original_path = {}});
    }
  }
};

TEST_F(GateTools, allowed_verdict_is_a_success_and_leaves_a_receipt) {
  write_evidence("ALLOWED");
  const std::string body = call("ai_gate_check", "PRE_COMMIT");
  EXPECT_TRUE(body.starts_with(
      R"({"tool":"ai_gate_check","dryRun":true,"executed":true,"success":true,"warnings":[],)"
      R"("result":{"stage":"PRE_COMMIT","status":"ALLOWED","allowed":true,"policy":{)"))
      << body;
  EXPECT_THAT(body, testing::HasSubstr(R"(,"violations":[],"timestamp":"2026-01-05T10:00:00.000Z",)"
                                       R"("branch":"feature/x","message":")"));
  EXPECT_TRUE(body.ends_with(R"("receipt":{"path":")" + receipts::receipt_path(root()) +
                             R"(","issued_at":"2026-01-05T10:00:00.000Z"}}})"))
      << body;
  EXPECT_EQ(receipt(),
            "{\n  \"version\": \"1\",\n  \"source\": \"pumuki-enterprise-mcp\",\n"
            "  \"tool\": \"ai_gate_check\",\n  \"repo_root\": \"" +
                root() +
                "\",\n  \"stage\": \"PRE_COMMIT\",\n  \"status\": \"ALLOWED\",\n"
                "  \"allowed\": true,\n"
                "  \"issued_at\": \"2026-01-05T10:00:00.000Z\"\n}\n");
}

TEST_F(GateTools, blocked_verdict_leaves_a_receipt_too) {
  expect_has(call("pre_flight_check", "PRE_PUSH"), R"("success":false)");
  expect_has(receipt(), R"("status": "BLOCKED")");
  expect_has(receipt(), R"("tool": "ai_gate_check")");
}

TEST_F(GateTools, start_leaves_no_receipt) {
  write_evidence("ALLOWED");
  expect_has(call("auto_execute_ai_start"), R"("action":"proceed","phase":"GREEN")");
  EXPECT_EQ(receipt(), "");
}

TEST_F(GateTools, receipt_that_cannot_be_written_is_a_warning_beside_the_verdict) {
  write_evidence("ALLOWED");
  const test::TempDir elsewhere;
  std::filesystem::create_directory_symlink(elsewhere.path(), root_ / ".pumuki");
  const std::string body = call("ai_gate_check");
  expect_has(body, R"("executed":true,"success":true,"warnings":["The verdict stands)");
  expect_lacks(body, R"("receipt":)");
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere.path()));
}

TEST_F(GateTools, stage_that_is_none_means_the_default) {
  for (const char* args : {R"({"stage":"pre_push"})", R"({"stage":3})", R"("CI")", "[]", "null"}) {
    const std::string body = body_of(post(
        R"({"name":"auto_execute_ai_start","dryRun":false,"args":)" + std::string{args} + '}'));
    expect_has(body, R"("gate":{"stage":"PRE_WRITE")");
    expect_has(body, R"("dryRun":true)");
  }
  expect_has(call("auto_execute_ai_start", "CI"), R"("gate":{"stage":"CI")");
}

TEST_F(GateTools, git_that_cannot_answer_fails_safe_without_a_receipt) {
  write_evidence("ALLOWED");
  git_.failure = Error{Code::GitFailed, "broken index", {}, {}};
  for (const char* tool : {"ai_gate_check", "pre_flight_check", "auto_execute_ai_start"}) {
    const std::string body = call(tool);
    expect_has(body, R"("executed":false,"success":false,"warnings":[")");
    expect_has(body, R"("result":{"error":"broken index)");
  }
  EXPECT_EQ(receipt(), "");
}

TEST_F(GateTools, outside_git_the_learning_context_decides) {
  write_evidence("ALLOWED");
  leave_git();
  expect_has(call("ai_gate_check"), R"("executed":false,"success":false)");
  set("PUMUKI_EXPERIMENTAL_LEARNING_CONTEXT", "off");
  expect_has(call("ai_gate_check"), R"("git":{"available":false)");
}

TEST_F(GateTools, evidence_without_a_gate_status_fails_safe) {
  write(".ai_evidence.json", R"({"version":"2.1"})");
  expect_has(call("ai_gate_check"), R"("violations":[{"code":"EVIDENCE_CHAIN_INVALID")");
}

TEST_F(GateTools, protected_branch_warns_in_any_letter_case) {
  git_.branches = {{"Main", "a"}};
  git_.head_branch = "Main";
  const std::string body = call("ai_gate_check", "PRE_PUSH");
  expect_has(body, R"("warnings":["ON_PROTECTED_BRANCH: )");
  expect_has(body, R"(,"NO_UPSTREAM: )");
  expect_lacks(body, "GITFLOW_PROTECTED_BRANCH");
}

TEST_F(GateTools, fixes_are_told_once_with_those_of_the_learning_context) {
  write_learning(R"({"rule_updates":["sdd.x"]})");
  const std::string body = call("ai_gate_check");
  expect_has(body, R"("auto_fixes":["Generate the evidence for this tree.",)"
                   R"("Complete the documents of the change and validate it with OpenSpec."],)"
                   R"("learning_context":{"change":"add-login",)");
}

TEST_F(GateTools, hook_is_comparable_unless_it_could_refresh_the_evidence) {
  expect_has(call("ai_gate_check", "PRE_WRITE"),
             R"("consistency_hint":{"comparable_with_hook_runner":true,"reason_code":null,)");
  expect_has(call("ai_gate_check", "CI"),
             R"("consistency_hint":{"comparable_with_hook_runner":false,)"
             R"("reason_code":"HOOK_RUNNER_CAN_REFRESH_EVIDENCE",)");
}

TEST_F(GateTools, hints_stand_in_their_order) {
  write_learning(R"({"rule_updates":["sdd.x"]})");
  const std::string body = call("pre_flight_check", "PRE_PUSH");
  expect_has(
      body, R"("hints":["EVIDENCE_MISSING: Generate the evidence for this tree.",)"
            R"("The branch has no upstream: git push --set-upstream origin BRANCH",)"
            R"("LEARNING_CONTEXT: change=add-login file=openspec/changes/add-login/learning.json",)"
            R"("LEARNING_NEXT_ACTION: Complete)");
  expect_has(body, R"("instruction":"EVIDENCE_MISSING: )");
  expect_has(body, R"("ast_analysis":null,"tdd_status":null)");
}

TEST_F(GateTools, chain_that_does_not_match_has_only_the_general_hint) {
  write(".ai_evidence.json", R"({"version":"2.1"})");
  expect_has(call("pre_flight_check"),
             R"("hints":["Resolve the listed violations, then ask again."])");
}

TEST_F(GateTools, too_many_changes_come_with_atomic_slices) {
  write_evidence("ALLOWED");
  make_pending_changes(24);
  const std::string body = call("pre_flight_check", "PRE_WRITE");
  expect_has(body, R"("EVIDENCE_PREWRITE_WORKTREE_OVER_LIMIT: )");
  expect_has(body, R"("ATOMIC_SLICES: )");
  expect_has(body, R"("ATOMIC_SLICES[apps/shop]: git add -- 'apps/shop/it'\\''s 0' )");
  expect_has(body, R"("ATOMIC_SLICES[next]: )");
  expect_lacks(call("pre_flight_check", "PRE_COMMIT"), "ATOMIC_SLICES");
}

TEST_F(GateTools, start_proposes_the_first_slice) {
  write_evidence("ALLOWED");
  make_pending_changes(12);
  const std::string body = call("auto_execute_ai_start", "PRE_COMMIT");
  expect_has(body, R"("action":"proceed")");
  expect_has(body, R"("reason_code":"EVIDENCE_PREWRITE_WORKTREE_WARN")");
  expect_has(body, R"("confidence_pct":65)");
  expect_has(body, R"("next_action":{"kind":"info")");
  make_pending_changes(12);
  expect_has(call("auto_execute_ai_start", "PRE_COMMIT"),
             R"("command":"git add -- 'apps/shop/it'\\''s 0' )");
}

TEST_F(GateTools, start_asks_when_the_evidence_says_blocked) {
  write_evidence("BLOCKED");
  expect_has(call("auto_execute_ai_start", "PRE_COMMIT"),
             R"("platforms":{"force":true},"confidence_pct":50,)"
             R"("reason_code":"EVIDENCE_GATE_BLOCKED","next_action":{"kind":"info","message":")");
}

TEST_F(GateTools, switched_off_say_how_to_switch_on) {
  set("PUMUKI_EXPERIMENTAL_MCP_ENTERPRISE", "off");
  for (const char* tool : {"ai_gate_check", "pre_flight_check", "auto_execute_ai_start"}) {
    const std::string body = call(tool);
    expect_has(body, R"("executed":false,"success":false,"warnings":[")");
    expect_has(body, R"("result":{"code":"MCP_ENTERPRISE_EXPERIMENTAL_DISABLED","message":")");
    expect_has(body,
               R"("command":"PUMUKI_EXPERIMENTAL_MCP_ENTERPRISE=advisory pumuki status --json")");
  }
  EXPECT_EQ(receipt(), "");
  expect_has(call("check_sdd_status"), R"("executed":true,"success":true)");
}

}  // namespace
}  // namespace pumuki::enterprise
