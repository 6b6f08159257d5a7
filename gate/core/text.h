#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki {

/// Without ASCII white space (space, \t \n \v \f \r) at both ends; a view into the argument.
std::string_view trim(std::string_view text);
/// A–Z lower-cased, every other byte kept.
std::string ascii_lower(std::string_view text);
std::string ascii_upper(std::string_view text);
/// The parts between separators; n separators give n + 1 parts. Views into the argument.
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

bool is_ascii(std::string_view text);
bool is_valid_utf8(std::string_view text);
/// Each maximal ill-formed part becomes U+FFFD, as WHATWG decoders do.
std::string replace_invalid_utf8(std::string_view text);

/// In single quotes for a POSIX shell: it's → 'it'\''s'
std::string shell_quote(std::string_view text);

}  // namespace pumuki
