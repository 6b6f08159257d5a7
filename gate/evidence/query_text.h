#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace pumuki::evidence {

// Texts are UTF-8; a lone surrogate may stand in its three-byte form, as in collections.h.

/// The UTF-16 code units of a text, lone surrogates kept, other ill-formed bytes as U+FFFD.
std::u16string to_utf16(std::string_view text);
std::string from_utf16(std::u16string_view text);

/// Full Unicode case mapping without a language, as ECMAScript's toLowerCase and toUpperCase.
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

/// Without ECMAScript white space and line ends at both ends; a view into the argument.
std::string_view trim_white_space(std::string_view text);

/// Order by UTF-16 code unit, which is not that of UTF-8 bytes beyond U+FFFF.
std::strong_ordering compare_code_units(std::string_view a, std::string_view b);

}  // namespace pumuki::evidence
