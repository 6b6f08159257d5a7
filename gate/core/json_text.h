#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki {

/// Appends a JSON string in the spelling of ECMAScript's JSON.stringify (evidence-v2.1 §3): only
/// `"`, `\` and controls are escaped. `text` must be UTF-8, except that a lone surrogate may stand
/// as its three-byte form (ED A0..BF xx) and is then written as \udxxx; any other ill-formed byte
/// becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);
std::string json_string(std::string_view text);

/// Appends a number in ECMAScript form: shortest digits, plain between 1e-6 and 1e21, `-0` as `0`,
/// not finite as `null`.
void append_json_number(std::string& out, double value);

/// Nesting allowed in configuration and requests: they become a DOM, whose destructor and writer
/// recurse (performance §5.5).
inline constexpr std::size_t k_max_json_depth = 64;
/// True when arrays and objects nest at most `limit` deep. Counts brackets outside strings; the
/// text need not be JSON.
bool json_depth_at_most(std::string_view json, std::size_t limit = k_max_json_depth);

}  // namespace pumuki
