#include "gate/core/json_writer.h"
#include "gate/verdict/distinct_codes.h"
#include "gate/verdict/next_action.h"
#include "gate/verdict/slices.h"
#include "server/enterprise/gate_question.h"

namespace pumuki::enterprise {
namespace {

constexpr int k_confident_percent = 60;

std::string with_learning(std::string text, const verdict::GateAnswer& gate) {
  if (const auto next = gate.recommendation()) {
    text += " From earlier work on this change: " + *next;
  }
  return text;
}

std::string start_message(const verdict::GateAnswer& gate, int confidence) {
  if (gate.verdict.allowed) {
    return "Work may begin.";
  }
  return confidence >= k_confident_percent
             ? "Work must wait; the next action is likely to clear the way."
             : "Work must wait until a person has looked at the violation.";
}

Result<verdict::NextAction> choose_action(const ToolCall& call, const verdict::GateAnswer& gate) {
  const auto code = gate.first_code();
  if (gate.verdict.allowed || !code) {
    return verdict::NextAction{"Go on with the change.", std::nullopt};
  }
  std::vector<verdict::Slice> slices;
  if (verdict::is_worktree_code(*code)) {
    auto found = verdict::atomic_slices(call.inquiry.repository());
    if (!found) {
      return fail(std::move(found.error()));
    }
    slices = std::move(*found);
  }
  return verdict::next_action(*code, slices);
}

void write_action(JsonWriter& json, const verdict::NextAction& action) {
  json.begin_object()
      .member("kind", action.command ? "run_command" : "info")
      .member("message", action.message)
      .optional_member("command", action.command)
      .end_object();
}

std::string start_result(const verdict::GateAnswer& gate, const verdict::NextAction& action) {
  const verdict::Verdict& verdict = gate.verdict;
  const auto code = gate.first_code();
  const int confidence = verdict::confidence_percent(code);
  JsonWriter json;
  json.begin_object()
      .member("action", verdict.allowed ? "proceed" : "ask")
      .member("phase", verdict.allowed ? "GREEN" : "RED")
      .member("message", with_learning(start_message(gate, confidence), gate))
      .member("instruction", with_learning(action.message, gate));
  json.key("platforms").begin_object().member("force", !verdict.allowed).end_object();
  json.member("confidence_pct", confidence)
      .member("reason_code", code ? code_text(*code) : "READY")
      .key("next_action");
  write_action(json, action);
  json.key("learning_context");
  sdd::write_learning(json, gate.learning);
  json.key("gate")
      .begin_object()
      .member("stage", stage_name(verdict.stage))
      .member("status", verdict.status())
      .member("allowed", verdict.allowed)
      .member("violations_count", verdict.violations.size())
      .end_object();
  json.end_object();
  return json.take();
}

}  // namespace

Result<ToolAnswer> auto_execute_ai_start(const ToolCall& call) {
  auto gate = ask_gate(call);
  if (!gate) {
    return fail(std::move(gate.error()));
  }
  const auto action = choose_action(call, *gate);
  if (!action) {
    return fail(action.error());
  }
  return ToolAnswer{.executed = true,
                    .success = gate->verdict.allowed,
                    .warnings = {},
                    .result = start_result(*gate, *action)};
}

}  // namespace pumuki::enterprise
