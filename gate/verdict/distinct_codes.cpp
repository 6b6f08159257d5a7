#include "gate/verdict/distinct_codes.h"

#include <algorithm>

namespace pumuki::verdict {

std::vector<Code> distinct_codes(const Verdict& verdict) {
  std::vector<Code> codes;
  for (const Violation& violation : verdict.violations) {
    if (std::ranges::find(codes, violation.code) == codes.end()) {
      codes.push_back(violation.code);
    }
  }
  return codes;
}

bool is_worktree_code(Code code) {
  return code == Code::EvidencePrewriteWorktreeOverLimit ||
         code == Code::EvidencePrewriteWorktreeWarn;
}

bool has_worktree_violation(const Verdict& verdict) {
  return std::ranges::any_of(verdict.violations, is_worktree_code, &Violation::code);
}

}  // namespace pumuki::verdict
