#include "gate/policy/enforcement.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace pumuki::policy {

std::optional<Enforcement> parse_enforcement(std::optional<std::string_view> value) {
  static constexpr std::array<std::string_view, 3> k_advisory{"advisory", "warn", "warning"};
  if (!value) {
    return std::nullopt;
  }
  const std::string word = ascii_lower(trim(*value));
  if (word == "strict") {
    return Enforcement::Strict;
  }
  if (std::ranges::find(k_advisory, word) != k_advisory.end()) {
    return Enforcement::Advisory;
  }
  const std::optional<bool> flag = parse_flag(word);
  if (!flag) {
    return std::nullopt;
  }
  return *flag ? Enforcement::Strict : Enforcement::Advisory;
}

bool skills_are_strict(const Environment& environment) {
  return parse_enforcement(environment.get("PUMUKI_SKILLS_ENFORCEMENT")) == Enforcement::Strict;
}

}  // namespace pumuki::policy
