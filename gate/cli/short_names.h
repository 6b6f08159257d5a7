#pragma once

#include <optional>
#include <string_view>

namespace pumuki::cli {

/// "pre-commit" of ".../pumuki-pre-commit" or "pumuki-pre-commit"; nothing for a name that is none
/// of the short names.
std::optional<std::string_view> runner_of_program(std::string_view program);

}  // namespace pumuki::cli
