#pragma once

#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::verdict {

/// Every changed path of the tree, untracked files one by one, the new name of a rename. git is
/// asked at most once, and only when some rule needs the answer.
class ChangedPaths {
 public:
  /// Null: there is no tree, so nothing changed.
  explicit ChangedPaths(git::Repository* repository) : repository_(repository) {}

  /// Error: git could not answer.
  Result<std::vector<std::string>> get();

 private:
  git::Repository* repository_;
  std::optional<std::vector<std::string>> paths_;
};

}  // namespace pumuki::verdict
