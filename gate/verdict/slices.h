#pragma once

#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

inline constexpr std::size_t k_max_slices = 3;
inline constexpr std::size_t k_max_slice_files = 4;

/// A part of the pending changes that can be committed on its own.
struct Slice {
  /// "apps/x", "packages/x", "services/x", another first folder, or "root".
  std::string scope;
  /// git add -- 'a' 'b'
  std::string command;
};

/// The part of the tree a path belongs to, as in Slice::scope.
std::string scope_of_path(std::string_view path);

/// Groups changed paths by scope, larger groups first, then by name; at most k_max_slices of at
/// most k_max_slice_files files each (contract: enterprise-server §6).
std::vector<Slice> slice_paths(const std::vector<std::string>& paths);

/// The slices of the work tree, untracked files one by one; none without a repository.
Result<std::vector<Slice>> atomic_slices(git::Repository* repository);

}  // namespace pumuki::verdict
