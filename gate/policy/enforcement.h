#pragma once

#include "gate/core/environment.h"

#include <optional>
#include <string_view>

namespace pumuki::policy {

enum class Enforcement { Strict, Advisory };

/// A "mode" of contract gate §19: strict 1 true yes on / advisory warn warning 0 false no off,
/// trimmed, any case; anything else is nothing.
std::optional<Enforcement> parse_enforcement(std::optional<std::string_view> value);

/// PUMUKI_SKILLS_ENFORCEMENT is strict; advisory is the default.
bool skills_are_strict(const Environment& environment);

}  // namespace pumuki::policy
