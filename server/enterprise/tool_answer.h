#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::enterprise {

/// What a tool says; the envelope adds the rest.
struct ToolAnswer {
  /// False: nothing was run, only planned or refused.
  bool executed = false;
  bool success = false;
  std::vector<std::string> warnings;
  /// One JSON value.
  std::string result;
};

/// {tool, dryRun, executed, success, warnings, result}; dryRun is always true (contract:
/// enterprise-server §6).
std::string envelope(std::string_view tool, const ToolAnswer& answer);

/// The answer of a tool that could not do its work: never a success.
ToolAnswer fail_safe(const std::string& reason);

}  // namespace pumuki::enterprise
