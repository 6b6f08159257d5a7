#include "gate/core/json_writer.h"
#include "gate/policy/protected_branches.h"
#include "gate/verdict/consistency.h"
#include "gate/verdict/remediation.h"
#include "gate/verdict/verdict_json.h"
#include "server/enterprise/distinct_codes.h"
#include "server/enterprise/gate_question.h"

#include <algorithm>

namespace pumuki::enterprise {
namespace {

std::string gate_message(const GateAnswer& answer) {
  const std::string stage{stage_name(answer.verdict.stage)};
  const auto code = answer.first_code();
  if (answer.verdict.allowed || !code) {
    return "The gate allows " + stage + '.';
  }
  return "The gate blocks " + stage + " with " + std::string{code_text(*code)} + ": " +
         std::string{code_meaning(*code)};
}

std::vector<std::string> branch_warnings(const verdict::Verdict& verdict) {
  const lifecycle::GitState& git = verdict.repo_state.git;
  std::vector<std::string> warnings;
  if (git.branch && policy::looks_protected(*git.branch)) {
    warnings.push_back("ON_PROTECTED_BRANCH: the current branch is " + *git.branch + '.');
  }
  if (verdict.stage == Stage::PrePush && !git.upstream) {
    warnings.emplace_back("NO_UPSTREAM: the current branch has no upstream to push to.");
  }
  return warnings;
}

std::vector<std::string> auto_fixes(const GateAnswer& answer) {
  std::vector<std::string> fixes;
  for (const Code code : distinct_codes(answer.verdict)) {
    if (verdict::has_auto_fix(code)) {
      fixes.emplace_back(code_advice(code));
    }
  }
  if (answer.learning) {
    for (const std::string& action : answer.learning->recommended_actions) {
      if (std::ranges::find(fixes, action) == fixes.end()) {
        fixes.push_back(action);
      }
    }
  }
  return fixes;
}

void write_consistency_hint(JsonWriter& json, const verdict::Verdict& verdict) {
  const bool differs = !verdict::is_comparable_with_hook(verdict);
  json.begin_object().member("comparable_with_hook_runner", !differs).key("reason_code");
  if (differs) {
    json.value(verdict::k_hook_can_refresh)
        .member("message", "A hook may generate fresh evidence first and then decide otherwise.");
  } else {
    json.null().member("message", "A hook decides the same from the same evidence.");
  }
  json.end_object();
}

void write_verdict(JsonWriter& json, const GateAnswer& answer) {
  const verdict::Verdict& verdict = answer.verdict;
  verdict::write_verdict_members(json, verdict);
  if (!verdict.evidence.omit_generated_at) {
    json.member("timestamp", verdict.evidence.generated_at);
  }
  json.member("branch", verdict.repo_state.git.branch)
      .member("message", gate_message(answer))
      .member("warnings", branch_warnings(verdict))
      .member("auto_fixes", auto_fixes(answer))
      .key("learning_context");
  sdd::write_learning(json, answer.learning);
  json.key("consistency_hint");
  write_consistency_hint(json, verdict);
}

}  // namespace

Result<ToolAnswer> ai_gate_check(const ToolCall& call) {
  auto gate = ask_gate(call);
  if (!gate) {
    return fail(std::move(gate.error()));
  }
  ToolAnswer answer{
      .executed = true, .success = gate->verdict.allowed, .warnings = {}, .result = {}};
  JsonWriter json;
  json.begin_object();
  write_verdict(json, *gate);
  report_receipt(json, leave_receipt(call, gate->verdict), answer);
  json.end_object();
  answer.result = json.take();
  return answer;
}

}  // namespace pumuki::enterprise
