#include "gate/sdd/completeness.h"

#include "gate/policy/enforcement.h"

namespace pumuki::sdd {

CompletenessMode completeness_mode(const Environment& environment) {
  const auto mode = policy::parse_enforcement(environment.get(k_completeness_variable));
  return {.strict = mode == policy::Enforcement::Strict, .from_environment = mode.has_value()};
}

}  // namespace pumuki::sdd
