#pragma once

#include "gate/core/code.h"
#include "gate/verdict/slices.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::verdict {

/// What auto_execute_ai_start proposes (contract: enterprise-server §6).
struct NextAction {
  std::string message;
  /// Nothing: there is no command, the action is information.
  std::optional<std::string> command;
};

/// For a blocked gate whose first violation is `code`; `slices` matter for the work-tree codes.
NextAction next_action(Code code, const std::vector<Slice>& slices);

/// How sure the start is: 90 without a violation, else by the first code 65, 40 or 50.
int confidence_percent(std::optional<Code> first_code);

}  // namespace pumuki::verdict
