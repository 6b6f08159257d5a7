#pragma once

#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Scalars by the letter of RFC 8259. Why not the parser's own: it refuses numbers beyond 64 bits
/// or beyond a double, and lone surrogates, all of which JSON.parse reads (evidence-v2.1 §3).

/// The number grammar, whole token.
bool is_json_number(std::string_view token);
/// True only for integers whose canonical spelling is the token itself (a subset: up to 15 digits).
bool is_plain_integer(std::string_view token);
/// The double of a well-formed number; ±infinity on overflow, ±0 on underflow.
double number_value(std::string_view token);

/// Appends the text of a string literal given without its quotes; a lone surrogate becomes its
/// three-byte form. False for an unknown or cut escape; `out` is then unspecified.
bool decode_json_string(std::string& out, std::string_view inner);

/// An ECMAScript array index as a member name: 0, or digits without leading zero up to 4294967294.
bool is_array_index(std::string_view name);
/// "sha256:" and 64 lower-case hex digits.
bool is_digest(std::string_view text);

constexpr bool is_json_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace pumuki::evidence
