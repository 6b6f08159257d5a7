#pragma once

#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/sdd/policy.h"
#include "server/enterprise/inquiry.h"
#include "server/enterprise/tool_answer.h"

namespace pumuki::enterprise {

struct ToolCall {
  Inquiry& inquiry;
  Stage stage = Stage::PreCommit;
  /// What the guard decided: not null for the mutating tools, and then allowed.
  const sdd::Evaluation* guard = nullptr;
};

/// The tools, one function each (contract: enterprise-server §6). An error becomes a fail-safe
/// answer. ai_gate_check and pre_flight_check write the receipt; nothing else is written.
Result<ToolAnswer> ai_gate_check(const ToolCall& call);
Result<ToolAnswer> pre_flight_check(const ToolCall& call);
Result<ToolAnswer> auto_execute_ai_start(const ToolCall& call);
Result<ToolAnswer> check_sdd_status(const ToolCall& call);
Result<ToolAnswer> validate_and_fix(const ToolCall& call);
Result<ToolAnswer> sync_branches(const ToolCall& call);
Result<ToolAnswer> cleanup_stale_branches(const ToolCall& call);

}  // namespace pumuki::enterprise
