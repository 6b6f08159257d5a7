#pragma once

#include "gate/core/result.h"
#include "gate/policy/gate_config.h"
#include "gate/verdict/gate_run.h"

#include <optional>

namespace pumuki::verdict {

/// PRE_WRITE before a commit or push, where gate.json asks for it (`chain_pre_write`), without the
/// receipt; PUMUKI_SKIP_CHAINED_PRE_WRITE=1 and PUMUKI_CHAINED_PRE_WRITE_DONE=1 switch it off
/// (contract: gate-cli §4). The refusing run, or nothing: the step may go on. It judges the
/// evidence that is there and collects nothing. Errors as run_pre_write().
Result<std::optional<GateRun>> refused_by_pre_write(const GateRunContext& context,
                                                    const policy::GateConfig& config, Stage stage);

}  // namespace pumuki::verdict
