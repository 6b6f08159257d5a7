#include "gate/policy/protected_branches.h"

#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::policy {

const std::vector<std::string>& default_protected_branches() {
  static const std::vector<std::string> branches{"main", "master", "develop", "dev"};
  return branches;
}

bool is_protected(std::string_view branch, const std::vector<std::string>& protected_branches) {
  return std::ranges::find(protected_branches, branch) != protected_branches.end();
}

bool looks_protected(std::string_view branch) {
  return is_protected(ascii_lower(branch), default_protected_branches());
}

}  // namespace pumuki::policy
