#pragma once

#include "gate/sdd/markdown.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// A block that starts with "### Requirement: NAME".
struct Requirement {
  std::string name;
  /// Counted from 1.
  std::size_t line = 0;
  /// It says something before its first scenario.
  bool has_text = false;
  /// That text contains SHALL or MUST.
  bool is_normative = false;
  /// Names of all its level-4 headings, in their order.
  std::vector<std::string> scenarios;
  /// Those with something below them; only these count.
  std::size_t filled_scenarios = 0;
};

/// The name that a requirement's heading gives; nothing for any other line. Any letter case.
std::optional<std::string> requirement_name(std::string_view line);
/// The blocks in the lines [begin, end); each ends where the next begins.
std::vector<Requirement> requirements_in(const Markdown& text, std::size_t begin, std::size_t end);

}  // namespace pumuki::sdd
