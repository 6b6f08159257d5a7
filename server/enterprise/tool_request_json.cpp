#include "gate/core/json_text.h"
#include "gate/core/text.h"
#include "server/enterprise/tool_request.h"

#include <nlohmann/json.hpp>

namespace pumuki::enterprise {
namespace {

/// Keeps the order of members, so that a name is echoed as it was sent.
using Json = nlohmann::ordered_json;

std::optional<Stage> stage_in(const Json& body) {
  const auto args = body.find("args");
  if (args == body.end() || !args->is_object()) {
    return std::nullopt;
  }
  const auto stage = args->find("stage");
  if (stage == args->end() || !stage->is_string()) {
    return std::nullopt;
  }
  return stage_from_name(stage->get_ref<const std::string&>());
}

}  // namespace

Result<ToolRequest> parse_tool_request(std::string_view body) {
  const std::string text = replace_invalid_utf8(trim(body));
  if (text.empty()) {
    return ToolRequest{};
  }
  if (!json_depth_at_most(text)) {
    return fail(Code::TooLarge, "the body nests too deep");
  }
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return fail(Code::NotJson, "the body is not JSON");
  }
  if (json.is_array()) {
    return ToolRequest{};
  }
  if (!json.is_object()) {
    return fail(Code::WrongShape, "the body must be a JSON object");
  }
  ToolRequest request{.name = {}, .name_json = "null", .stage = stage_in(json)};
  if (const auto name = json.find("name"); name != json.end()) {
    request.name_json = name->dump();
    if (name->is_string()) {
      request.name = name->get<std::string>();
    }
  }
  return request;
}

}  // namespace pumuki::enterprise
