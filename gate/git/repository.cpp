#include "gate/git/repository.h"

#include "gate/core/files.h"

#include <algorithm>

namespace pumuki::git {

std::size_t Status::staged() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      entries, [](const StatusEntry& entry) { return entry.index != ' ' && entry.index != '?'; }));
}

std::size_t Status::unstaged() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      entries, [](const StatusEntry& entry) { return entry.work_tree != ' '; }));
}

std::optional<std::string> find_config(const Config& config, std::string_view name) {
  const auto found = config.find(name);
  if (found == config.end() || found->second.empty()) {
    return std::nullopt;
  }
  return found->second;
}

bool has_git_entry(const std::string& folder) { return entry_exists(folder + "/.git"); }

}  // namespace pumuki::git
