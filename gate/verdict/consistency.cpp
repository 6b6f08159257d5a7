#include "gate/verdict/consistency.h"

#include <algorithm>

namespace pumuki::verdict {

bool is_comparable_with_hook(const Verdict& verdict) {
  const auto is_about_evidence = [](const Violation& violation) {
    return code_text(violation.code).starts_with("EVIDENCE_");
  };
  return verdict.stage == Stage::PreWrite || verdict.allowed ||
         std::ranges::none_of(verdict.violations, is_about_evidence);
}

}  // namespace pumuki::verdict
