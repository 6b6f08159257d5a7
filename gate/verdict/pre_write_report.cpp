#include "gate/verdict/pre_write_report.h"

#include "gate/core/json_writer.h"
#include "gate/core/version.h"
#include "gate/lifecycle/report.h"
#include "gate/verdict/next_step.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>

namespace pumuki::verdict {
namespace {

void write_enforcement(JsonWriter& json, const policy::FeatureState& state) {
  json.begin_object()
      .member("mode", policy::feature_mode_name(state.mode))
      .member("source", state.source)
      .member("blocking", state.mode == policy::FeatureMode::Strict)
      .member("layer", "experimental")
      .member("activationVariable", state.activation_variable)
      .member("legacyActivationVariable", state.legacy_variable)
      .end_object();
}

void write_automation(JsonWriter& json, const SddValidateAnswer& answer) {
  json.begin_object().member("attempted", answer.repair_attempted).key("actions").begin_array();
  for (const RepairAction& action : answer.repairs) {
    json.begin_object()
        .member("action", action.action)
        .member("status", action.done ? "OK" : "FAILED")
        .member("details", action.details)
        .end_object();
  }
  json.end_array().end_object();
}

void write_bootstrap(JsonWriter& json, const Bootstrap& bootstrap) {
  json.begin_object()
      .member("enabled", bootstrap.enabled)
      .member("attempted", bootstrap.attempted)
      .member("status", !bootstrap.attempted ? "SKIPPED"
                        : bootstrap.done     ? "OK"
                                             : "FAILED")
      .member("actions", bootstrap.actions);
  if (!bootstrap.details.empty()) {
    json.member("details", bootstrap.details);
  }
  json.end_object();
}

void write_settings(JsonWriter& json, const SddValidateContext& context) {
  json.key("experimental_features");
  lifecycle::write_features(json, lifecycle::states_of_all_features(context.environment));
  json.key("policy_validation");
  lifecycle::write_policies(
      json, lifecycle::policies_of_all_stages({context.environment, context.clock, context.root}));
}

void write_next(JsonWriter& json, const std::optional<NextStep>& next) {
  if (next) {
    json.key("next_action")
        .begin_object()
        .member("reason", next->reason)
        .member("command", next->command)
        .end_object();
  }
}

void write_gate(JsonWriter& json, const std::optional<GateAnswer>& gate) {
  json.key("ai_gate");
  if (!gate) {
    json.null();
    return;
  }
  json.begin_object();
  write_gate_answer_members(json, *gate);
  json.end_object();
}

void write_pre_write(JsonWriter& json, const SddValidateContext& context,
                     const SddValidateAnswer& answer) {
  json.key("sdd");
  if (answer.sdd) {
    sdd::write_evaluation(json, *answer.sdd);
  } else {
    json.null();
  }
  write_gate(json, answer.gate);
  json.key("pre_write_enforcement");
  write_enforcement(json, answer.enforcement);
  write_settings(json, context);
  json.key("automation");
  write_automation(json, answer);
  json.key("bootstrap");
  write_bootstrap(json, answer.bootstrap);
  write_next(json, answer.next);
  json.key("telemetry")
      .begin_object()
      .member("chain", "pumuki->mcp->ai_gate->ai_evidence")
      .member("stage", stage_name(answer.stage))
      .member("mcp_tool", "ai_gate_check")
      .end_object();
}

/// A person has no MCP client to call the tool with.
bool lacks_receipt(const SddValidateAnswer& answer) {
  return answer.gate &&
         std::ranges::any_of(answer.gate->verdict.violations, [](const Violation& violation) {
           return is_receipt_code(violation.code);
         });
}

std::string decision_line(const sdd::Evaluation& evaluation) {
  const sdd::Decision& decision = evaluation.decision;
  std::string line = "SDD ";
  line += decision.allowed ? "ALLOWED" : "BLOCKED";
  if (decision.code != Code::Allowed) {
    line += " " + std::string{code_text(decision.code)};
  }
  line += ": " + printable(decision.message) + "\n";
  if (!evaluation.status.openspec.installed && decision.code == Code::Allowed) {
    line += "note: OpenSpec is not installed; specifications are read structurally.\n";
  }
  return line;
}

std::string repair_lines(const SddValidateAnswer& answer) {
  std::string lines;
  for (const RepairAction& action : answer.repairs) {
    lines += "repair " + action.action + (action.done ? " OK" : " FAILED") + " (" +
             printable(action.details) + ")\n";
  }
  for (const std::string& action : answer.bootstrap.actions) {
    lines += "bootstrap " + action + "\n";
  }
  if (!answer.bootstrap.details.empty()) {
    lines += "bootstrap FAILED (" + printable(answer.bootstrap.details) + ")\n";
  }
  return lines;
}

}  // namespace

std::string sdd_validate_json(const SddValidateContext& context, const SddValidateAnswer& answer) {
  JsonWriter json;
  json.begin_object();
  if (answer.stage == Stage::PreWrite) {
    write_pre_write(json, context, answer);
  } else {
    sdd::write_evaluation_members(json, *answer.sdd);
    write_settings(json, context);
    write_next(json, answer.next);
  }
  json.end_object();
  return json.take();
}

std::string sdd_validate_text(const SddValidateAnswer& answer) {
  if (!answer.sdd) {
    return std::string{code_text(Code::PreWriteDisabled)} + ": " +
           std::string{code_meaning(Code::PreWriteDisabled)} + "\n";
  }
  std::string text = repair_lines(answer) + decision_line(*answer.sdd);
  if (answer.gate) {
    text += verdict_text(answer.gate->verdict);
  }
  if (lacks_receipt(answer)) {
    text +=
        "Without an MCP client a person gets a receipt with: " + std::string{k_product_command} +
        " gate --stage PRE_WRITE --write-receipt\n";
  }
  if (answer.next) {
    text += "next: " + printable(answer.next->command) + "\n";
  }
  if (!answer.clean() && answer.allowed()) {
    text += "The feature pre_write is advisory: this does not block.\n";
  }
  return text;
}

}  // namespace pumuki::verdict
