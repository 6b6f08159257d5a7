#pragma once

#include "gate/verdict/pre_write_flow.h"

#include <string>

namespace pumuki::verdict {

/// The object of contract gate §14, PRE_WRITE with the gate, other stages without; no newline.
/// `context` is the one the answer was made with.
std::string sdd_validate_json(const SddValidateContext& context, const SddValidateAnswer& answer);
/// For people: what SDD says, what the gate says, what to do next. Ends in a newline.
std::string sdd_validate_text(const SddValidateAnswer& answer);

}  // namespace pumuki::verdict
