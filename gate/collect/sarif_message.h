#pragma once

#include "gate/collect/sarif_model.h"

#include <string>
#include <string_view>

namespace pumuki::collect {

/// The text of a result: its own, or the rule's or component's text of that id, with {0} … replaced
/// by the arguments and embedded links by their texts (SARIF 2.1.0, 3.11.5 to 3.11.7). `rule` and
/// `component` may be null.
std::string sarif_message(const SarifMessage& message, const SarifRule* rule,
                          const SarifComponent* component);

}  // namespace pumuki::collect
