#include "gate/core/json_writer.h"
#include "gate/verdict/distinct_codes.h"
#include "gate/verdict/remediation.h"
#include "gate/verdict/slices.h"
#include "gate/verdict/verdict_json.h"
#include "server/enterprise/gate_question.h"

namespace pumuki::enterprise {
namespace {

using Hints = std::vector<std::string>;

void add_code_hints(const verdict::Verdict& verdict, Hints& hints) {
  for (const Code code : verdict::distinct_codes(verdict)) {
    if (verdict::has_hint(code)) {
      hints.push_back(std::string{code_text(code)} + ": " + std::string{code_advice(code)});
    }
  }
}

Result<void> add_slice_hints(const ToolCall& call, Hints& hints) {
  const auto slices = verdict::atomic_slices(call.inquiry.repository());
  if (!slices) {
    return fail(slices.error());
  }
  if (slices->empty()) {
    return {};
  }
  hints.emplace_back("ATOMIC_SLICES: the pending changes can be committed in these parts.");
  for (const verdict::Slice& slice : *slices) {
    hints.push_back("ATOMIC_SLICES[" + slice.scope + "]: " + slice.command);
  }
  hints.emplace_back("ATOMIC_SLICES[next]: commit one part, then ask pre_flight_check again.");
  return {};
}

void add_learning_hints(const verdict::GateAnswer& gate, Hints& hints) {
  if (!gate.learning) {
    return;
  }
  hints.push_back("LEARNING_CONTEXT: change=" + gate.learning->change +
                  " file=" + gate.learning->path);
  if (const auto next = gate.recommendation()) {
    hints.push_back("LEARNING_NEXT_ACTION: " + *next);
  }
}

/// In the order of contract enterprise-server §6.
Result<Hints> make_hints(const ToolCall& call, const verdict::GateAnswer& gate) {
  const verdict::Verdict& verdict = gate.verdict;
  Hints hints;
  add_code_hints(verdict, hints);
  if (verdict.stage == Stage::PrePush && !verdict.repo_state.git.upstream) {
    hints.emplace_back("The branch has no upstream: git push --set-upstream origin BRANCH");
  }
  if (verdict.stage == Stage::PreWrite && verdict::has_worktree_violation(verdict)) {
    if (auto added = add_slice_hints(call, hints); !added) {
      return fail(std::move(added.error()));
    }
  }
  if (hints.empty()) {
    hints.emplace_back(verdict.allowed ? "Nothing stands in the way."
                                       : "Resolve the listed violations, then ask again.");
  }
  add_learning_hints(gate, hints);
  return hints;
}

void write_result(JsonWriter& json, const verdict::GateAnswer& gate, const Hints& hints) {
  const verdict::Verdict& verdict = gate.verdict;
  const std::string stage{stage_name(verdict.stage)};
  verdict::write_verdict_members(json, verdict);
  json.member("phase", verdict.allowed ? "GREEN" : "RED")
      .member("message",
              verdict.allowed ? "Ready for " + stage + '.' : "Not ready for " + stage + '.')
      .member("instruction", verdict.allowed ? "Go on." : hints.front())
      .member("hints", hints)
      .key("learning_context");
  sdd::write_learning(json, gate.learning);
  json.key("ast_analysis").null().key("tdd_status").null();
}

}  // namespace

Result<ToolAnswer> pre_flight_check(const ToolCall& call) {
  auto gate = ask_gate(call);
  if (!gate) {
    return fail(std::move(gate.error()));
  }
  const auto hints = make_hints(call, *gate);
  if (!hints) {
    return fail(hints.error());
  }
  ToolAnswer answer{
      .executed = true, .success = gate->verdict.allowed, .warnings = {}, .result = {}};
  JsonWriter json;
  json.begin_object();
  write_result(json, *gate, *hints);
  report_receipt(json, leave_receipt(call, gate->verdict), answer);
  json.end_object();
  answer.result = json.take();
  return answer;
}

}  // namespace pumuki::enterprise
