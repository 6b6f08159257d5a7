#pragma once

#include "gate/core/environment.h"
#include "gate/core/stage.h"
#include "server/enterprise/catalogue.h"
#include "server/enterprise/inquiry.h"
#include "server/enterprise/tool_answer.h"

#include <optional>

namespace pumuki::enterprise {

/// False for the tools of the feature mcp_enterprise while it is off: they are neither listed nor
/// run.
bool is_enabled(const Environment& environment, const Tool& tool);

/// Runs one call: feature switch, SDD guard, tool; whatever fails on the way is a refusal
/// (contract: enterprise-server §6). Never throws.
ToolAnswer run_tool(const Surroundings& surroundings, const Tool& tool, std::optional<Stage> stage);

}  // namespace pumuki::enterprise
