#pragma once

#include "gate/git/repository.h"
#include "gate/verdict/pre_write_flow.h"

#include <optional>

namespace pumuki::verdict {

/// The one command that most likely helps (contract: gate §14, next_action); nothing when nothing
/// is refused or no command helps. SDD goes before the gate, violations in their order.
/// `repository` is asked for slices of the work only when there are too many pending changes.
std::optional<NextStep> next_step(const SddValidateAnswer& answer, git::Repository* repository);

bool is_receipt_code(Code code);
/// Evidence made anew may take the code away (contract: gate §14).
bool is_repairable_evidence_code(Code code);

}  // namespace pumuki::verdict
