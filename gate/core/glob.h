#pragma once

#include <string_view>

namespace pumuki {

/// True when `glob` matches the whole of `path`; both are bytes with '/' between folders.
/// `*` any bytes of one name, `?` one byte of a name, `**` any folders, `[a-z]` and `[!a-z]` one
/// byte, `{a,b}` alternatives (not nested), `\` takes the next byte literally. A glob without '/'
/// looks at the last name alone, in any folder, and one that ends in '/' at everything below.
/// Time grows with the product of both lengths, never faster.
bool glob_matches(std::string_view glob, std::string_view path);

}  // namespace pumuki
