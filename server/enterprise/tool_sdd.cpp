#include "gate/core/json_writer.h"
#include "server/enterprise/tools.h"

namespace pumuki::enterprise {
namespace {

ToolAnswer undecided_answer(Stage stage, const Error& error) {
  const sdd::Decision decision = sdd::undecided(error);
  JsonWriter json;
  json.begin_object().member("stage", stage_name(stage)).key("decision");
  sdd::write_decision(json, decision);
  json.end_object();
  return {
      .executed = true, .success = false, .warnings = {decision.message}, .result = json.take()};
}

}  // namespace

Result<ToolAnswer> check_sdd_status(const ToolCall& call) {
  const auto evaluation = sdd::evaluate_sdd(call.inquiry.sdd(), call.stage);
  if (!evaluation) {
    return undecided_answer(call.stage, evaluation.error());
  }
  JsonWriter json;
  sdd::write_evaluation(json, *evaluation);
  return ToolAnswer{.executed = true,
                    .success = evaluation->decision.allowed,
                    .warnings = {},
                    .result = json.take()};
}

Result<ToolAnswer> validate_and_fix(const ToolCall& call) {
  JsonWriter json;
  json.begin_object().key("evaluation");
  sdd::write_evaluation(json, *call.guard);
  json.key("suggestedActions")
      .begin_array()
      .value("Correct what " + std::string{sdd::k_validate_command} + " reports.")
      .value("Ask check_sdd_status again before you go on.")
      .end_array()
      .end_object();
  return ToolAnswer{.executed = false,
                    .success = true,
                    .warnings = {"This is a plan: nothing was changed."},
                    .result = json.take()};
}

}  // namespace pumuki::enterprise
