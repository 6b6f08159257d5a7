#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

/// Documentation, tooling or rendering: a file of a text kind below docs/, any Markdown file, or a
/// package manifest of the root (contract: gate §4). Any letter case.
bool is_documentation_path(std::string_view path);
/// At least one path, and every one is documentation: a clean tree is no documentation slice.
bool is_documentation_slice(const std::vector<std::string>& changed_paths);

}  // namespace pumuki::policy
