#pragma once

#include "gate/core/result.h"
#include "gate/core/stage.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::enterprise {

/// The body of POST /tool (contract: enterprise-server §6). What is not named is ignored.
struct ToolRequest {
  /// Nothing when the name is missing or no text.
  std::optional<std::string> name;
  /// The name as it was sent, one JSON value; "null" when it is missing.
  std::string name_json = "null";
  /// Nothing when args.stage is missing or no stage.
  std::optional<Stage> stage;
};

/// An empty body counts as {}, an array as an object without a name. Errors: NotJson; WrongShape
/// for a text, a number, a boolean or null; TooLarge for deep nesting.
Result<ToolRequest> parse_tool_request(std::string_view body);

}  // namespace pumuki::enterprise
