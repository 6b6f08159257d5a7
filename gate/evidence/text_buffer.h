#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Makes `text` readable some bytes past its end, as the parser wants it; its address is then
/// stable when the string is moved.
void add_padding(std::string& text);

/// An anonymous file that holds `text`; -1 when the system refuses.
int anonymous_file(std::string_view text);

}  // namespace pumuki::evidence
