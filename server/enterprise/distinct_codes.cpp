#include "server/enterprise/distinct_codes.h"

#include <algorithm>

namespace pumuki::enterprise {

std::vector<Code> distinct_codes(const verdict::Verdict& verdict) {
  std::vector<Code> codes;
  for (const verdict::Violation& violation : verdict.violations) {
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

bool has_worktree_violation(const verdict::Verdict& verdict) {
  return std::ranges::any_of(verdict.violations, is_worktree_code, &verdict::Violation::code);
}

}  // namespace pumuki::enterprise
