#include "gate/sdd/completeness.h"

#include "gate/core/text.h"

namespace pumuki::sdd {

CompletenessMode completeness_mode(const Environment& environment) {
  const auto value = environment.get(k_completeness_variable);
  if (const auto flag = parse_flag(value)) {
    return {.strict = *flag, .from_environment = true};
  }
  const std::string text = ascii_lower(trim(value.value_or("")));
  if (text == "strict") {
    return {.strict = true, .from_environment = true};
  }
  return {.strict = false,
          .from_environment = text == "advisory" || text == "warn" || text == "warning"};
}

}  // namespace pumuki::sdd
