#pragma once

#include <cstddef>
#include <string_view>

namespace pumuki {

/// Levels of nesting a JSON document from outside may have before it becomes a DOM (performance
/// §5.5).
inline constexpr std::size_t k_max_json_levels = 64;

/// True when no array or object of the text lies deeper than `levels`. Looks at brackets outside
/// strings only; the text need not be well formed.
bool json_nesting_within(std::string_view json, std::size_t levels = k_max_json_levels);

}  // namespace pumuki
