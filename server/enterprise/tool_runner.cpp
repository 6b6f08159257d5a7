#include "server/enterprise/tool_runner.h"

#include "gate/core/json_writer.h"
#include "gate/core/version.h"
#include "gate/policy/features.h"
#include "gate/sdd/policy.h"
#include "server/enterprise/tools.h"

#include <exception>
#include <string>

namespace pumuki::enterprise {
namespace {

ToolAnswer switched_off(const Environment& environment) {
  const auto state = policy::feature_state(environment, policy::Feature::McpEnterprise);
  const std::string message{code_meaning(Code::EnterpriseDisabled)};
  JsonWriter json;
  json.begin_object()
      .member("code", code_text(Code::EnterpriseDisabled))
      .member("message", message)
      .member("experimental_feature", policy::feature_name(policy::Feature::McpEnterprise))
      .member("mode", policy::feature_mode_name(state.mode))
      .member("source", state.source)
      .member("activation_variable", state.activation_variable);
  json.key("next_action")
      .begin_object()
      .member("kind", "run_command")
      .member("message", code_advice(Code::EnterpriseDisabled))
      .member("command", state.activation_variable + "=advisory " + std::string{k_product_command} +
                             " status --json")
      .end_object();
  json.end_object();
  return {.executed = false, .success = false, .warnings = {message}, .result = json.take()};
}

/// The guard's refusal; `status` is null when the policy could not be evaluated.
ToolAnswer guarded(Stage stage, const sdd::Decision& decision, const sdd::SddStatus* status) {
  JsonWriter json;
  json.begin_object().key("guard").begin_object().member("stage", stage_name(stage));
  json.key("decision");
  sdd::write_decision(json, decision);
  json.key("status");
  if (status != nullptr) {
    sdd::write_status(json, *status);
  } else {
    json.null();
  }
  json.end_object().end_object();
  return {.executed = false,
          .success = false,
          .warnings = {"The SDD guard stops this tool: " + decision.message},
          .result = json.take()};
}

Result<ToolAnswer> dispatch(ToolId id, const ToolCall& call) {
  switch (id) {
    case ToolId::GateCheck:
      return ai_gate_check(call);
    case ToolId::PreFlightCheck:
      return pre_flight_check(call);
    case ToolId::AiStart:
      return auto_execute_ai_start(call);
    case ToolId::CheckSddStatus:
      return check_sdd_status(call);
    case ToolId::ValidateAndFix:
      return validate_and_fix(call);
    case ToolId::SyncBranches:
      return sync_branches(call);
    case ToolId::CleanupStaleBranches:
      return cleanup_stale_branches(call);
  }
  return fail(Code::Internal, "a tool without a function");
}

Result<ToolAnswer> run_guarded(const Tool& tool, ToolCall call) {
  if (!tool.mutating) {
    return dispatch(tool.id, call);
  }
  const auto evaluation = sdd::evaluate_sdd(call.inquiry.sdd(), call.stage);
  if (!evaluation) {
    return guarded(call.stage, sdd::undecided(evaluation.error()), nullptr);
  }
  if (!evaluation->decision.allowed) {
    return guarded(call.stage, evaluation->decision, &evaluation->status);
  }
  call.guard = &*evaluation;
  return dispatch(tool.id, call);
}

}  // namespace

bool is_enabled(const Environment& environment, const Tool& tool) {
  const auto state = policy::feature_state(environment, policy::Feature::McpEnterprise);
  return !tool.switchable || state.mode != policy::FeatureMode::Off;
}

ToolAnswer run_tool(const Surroundings& surroundings, const Tool& tool,
                    std::optional<Stage> stage) try {
  if (!is_enabled(surroundings.environment, tool)) {
    return switched_off(surroundings.environment);
  }
  Inquiry inquiry{surroundings};
  auto answer = run_guarded(
      tool, {.inquiry = inquiry, .stage = stage.value_or(tool.default_stage), .guard = nullptr});
  return answer ? std::move(*answer) : fail_safe(explain(answer.error()));
} catch (const std::exception& fault) {
  return fail_safe(fault.what());
}

}  // namespace pumuki::enterprise
