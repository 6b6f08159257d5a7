#pragma once

#include "gate/verdict/evaluate.h"

#include <vector>

namespace pumuki::verdict {

/// The codes of the violations in their order, each once.
std::vector<Code> distinct_codes(const Verdict& verdict);
/// Some violation counts pending changes (EVIDENCE_PREWRITE_WORKTREE_…).
bool has_worktree_violation(const Verdict& verdict);
bool is_worktree_code(Code code);

}  // namespace pumuki::verdict
