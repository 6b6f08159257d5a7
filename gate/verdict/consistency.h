#pragma once

#include "gate/verdict/evaluate.h"

namespace pumuki::verdict {

/// The `reason_code` of `consistency_hint` when the verdict need not equal the hook's (contract:
/// gate §12): a commit, push or CI hook renews the evidence before it judges.
inline constexpr std::string_view k_hook_can_refresh = "HOOK_RUNNER_CAN_REFRESH_EVIDENCE";

/// False when the stage is not PRE_WRITE, the verdict blocks and some code is about the evidence.
bool is_comparable_with_hook(const Verdict& verdict);

}  // namespace pumuki::verdict
