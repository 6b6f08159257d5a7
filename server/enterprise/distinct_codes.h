#pragma once

#include "gate/verdict/evaluate.h"

#include <vector>

namespace pumuki::enterprise {

/// The codes of the violations in their order, each once.
std::vector<Code> distinct_codes(const verdict::Verdict& verdict);
/// Some violation counts pending changes (EVIDENCE_PREWRITE_WORKTREE_…).
bool has_worktree_violation(const verdict::Verdict& verdict);
bool is_worktree_code(Code code);

}  // namespace pumuki::enterprise
