#include "gate/core/json_writer.h"
#include "server/enterprise/gate_question.h"

#include <utility>

namespace pumuki::enterprise {
Result<ToolAnswer> ai_gate_check(const ToolCall& call) {
  auto gate = ask_gate(call);
  if (!gate) {
    return fail(std::move(gate.error()));
  }
  ToolAnswer answer{
      .executed = true, .success = gate->verdict.allowed, .warnings = {}, .result = {}};
  JsonWriter json;
  json.begin_object();
  verdict::write_gate_answer_members(json, *gate);
  report_receipt(json, leave_receipt(call, gate->verdict), answer);
  json.end_object();
  answer.result = json.take();
  return answer;
}

}  // namespace pumuki::enterprise
