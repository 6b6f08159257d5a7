#include "server/enterprise/tool_answer.h"

#include "gate/core/json_writer.h"

namespace pumuki::enterprise {

std::string envelope(std::string_view tool, const ToolAnswer& answer) {
  JsonWriter json;
  json.begin_object()
      .member("tool", tool)
      .member("dryRun", true)
      .member("executed", answer.executed)
      .member("success", answer.success)
      .member("warnings", answer.warnings)
      .member_raw("result", answer.result)
      .end_object();
  return json.take();
}

ToolAnswer fail_safe(const std::string& reason) {
  JsonWriter json;
  json.begin_object().member("error", reason).end_object();
  return {.executed = false,
          .success = false,
          .warnings = {"The tool could not do its work, so nothing is allowed: " + reason},
          .result = json.take()};
}

}  // namespace pumuki::enterprise
