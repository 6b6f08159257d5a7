#pragma once

#include "gate/cli/command.h"
#include "gate/cli/output.h"
#include "gate/core/stage.h"

#include <optional>
#include <string>

namespace pumuki::cli {

struct SddValidateRequest {
  Stage stage = Stage::PreCommit;
  std::optional<std::string> project;
  Format format = Format::Text;
  /// PRE_WRITE only; PUMUKI_PREWRITE_REPAIR=1 asks for it too.
  bool repair = false;
};

/// `pumuki sdd validate` and `pumuki-pre-write` (contract: gate-cli §7). Exit 0 allowed, 1 refused,
/// 2 could not evaluate.
int run_sdd_validate(const CliContext& context, const SddValidateRequest& request);

}  // namespace pumuki::cli
