#pragma once

#include "gate/core/result.h"
#include "gate/git/changes.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// More than any project of people has; beyond it reading stops with an error.
inline constexpr std::size_t k_max_spec_files = 20'000;
inline constexpr std::size_t k_max_spec_bytes = std::size_t{4} << 20;

/// The texts below openspec/ of one tree, archived changes left out.
struct SpecTree {
  /// Path from the repository root -> text; Markdown and .openspec.yaml only.
  std::map<std::string, std::string> files;
  /// Names of the folders of active changes, with files or without.
  std::set<std::string> changes;

  /// Paths that start with `folder` and a slash, in their order.
  [[nodiscard]] std::vector<std::string> below(const std::string& folder) const;
};

/// From the work tree; links are not followed. Errors: NotReadable, TooLarge.
Result<SpecTree> read_work_tree_specs(const std::string& root);
/// From the index, or from `commit` when it is not empty. Errors of git, and TooLarge.
Result<SpecTree> read_git_specs(git::Changes& changes, const std::string& commit);

/// The change that a path belongs to ("" when to none), archived ones excluded.
std::string_view change_of_path(std::string_view path);
/// The capability of "openspec/specs/CAPABILITY/spec.md", which may have slashes; "" for any other
/// path.
std::string_view capability_of_path(std::string_view path);

}  // namespace pumuki::sdd
