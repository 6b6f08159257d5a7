#pragma once

#include <string>

namespace pumuki::receipts {

/// The form in which repository roots are compared (contract: gate §4): links resolved when the
/// path exists, "/" for "\", lower case (ASCII letters).
std::string canonical_root(const std::string& path);
bool same_root(const std::string& a, const std::string& b);

}  // namespace pumuki::receipts
