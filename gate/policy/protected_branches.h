#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

/// main, master, develop, dev (contract: gate §1). A caller's list replaces it.
const std::vector<std::string>& default_protected_branches();
/// Exact and case-sensitive: what the violation asks.
bool is_protected(std::string_view branch, const std::vector<std::string>& protected_branches);
/// Any letter case: what the HTTP tools' warning asks (contract: gate §6).
bool looks_protected(std::string_view branch);

}  // namespace pumuki::policy
