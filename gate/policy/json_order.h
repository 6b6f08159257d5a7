#pragma once

#include <string_view>

namespace pumuki::policy {

/// Order of member and bundle names in the hash of skills.policy.json (contract: gate §9): locale
/// collation for ASCII names, names with other characters after them by byte. A strict weak
/// ordering over all texts.
bool collated_before(std::string_view a, std::string_view b);

}  // namespace pumuki::policy
