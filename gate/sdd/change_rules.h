#pragma once

#include "gate/sdd/structure.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// The rules of one change that is in the tree; its order is the order of the files.
std::vector<SpecIssue> check_change(const SpecTree& tree, const std::string& change);
/// The rules of one specification; `path` is for the issues.
std::vector<SpecIssue> check_spec(const std::string& path, std::string_view text);

/// A name as messages show it.
std::string quoted(std::string_view name);

}  // namespace pumuki::sdd
