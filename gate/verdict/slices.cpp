#include "gate/verdict/slices.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace pumuki::verdict {
namespace {

/// Folders whose sub-folders are parts of their own.
constexpr std::array<std::string_view, 3> k_part_folders{"apps", "packages", "services"};

using Files = std::vector<std::string>;

std::string add_command(Files files) {
  std::ranges::sort(files);
  std::string command = "git add --";
  for (std::size_t i = 0; i < std::min(files.size(), k_max_slice_files); ++i) {
    command += ' ' + shell_quote(files[i]);
  }
  return command;
}

}  // namespace

std::string scope_of_path(std::string_view path) {
  const auto parts = split(path, '/');
  if (parts.size() == 1) {
    return "root";
  }
  const std::string first{parts.front()};
  const bool has_parts = std::ranges::find(k_part_folders, parts.front()) != k_part_folders.end();
  return has_parts && parts.size() > 2 ? first + '/' + std::string{parts[1]} : first;
}

std::vector<Slice> slice_paths(const std::vector<std::string>& paths) {
  std::map<std::string, Files> scopes;
  for (const std::string& path : paths) {
    // A command that reaches the reader as JSON cannot name a file that is not UTF-8.
    if (is_valid_utf8(path)) {
      scopes[scope_of_path(path)].push_back(path);
    }
  }
  std::vector<std::pair<std::string, Files>> groups{scopes.begin(), scopes.end()};
  std::ranges::stable_sort(
      groups, [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  std::vector<Slice> slices;
  for (auto& [scope, files] : groups) {
    if (slices.size() < k_max_slices) {
      slices.push_back({scope, add_command(std::move(files))});
    }
  }
  return slices;
}

Result<std::vector<Slice>> atomic_slices(git::Repository* repository) {
  if (repository == nullptr) {
    return std::vector<Slice>{};
  }
  const auto status = repository->status(git::Untracked::Files);
  if (!status) {
    return fail(status.error(), "while looking for atomic slices");
  }
  std::vector<std::string> paths;
  for (const git::StatusEntry& entry : status->entries) {
    paths.push_back(entry.path);
  }
  return slice_paths(paths);
}

}  // namespace pumuki::verdict
