#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <memory>
#include <optional>
#include <string>

namespace pumuki::cli {

/// The repository a command works on.
struct Project {
  /// Root of the work tree; the folder itself outside a repository. Links resolved.
  std::string root;
  /// Without the variables that lead git to another repository, when the project was named.
  Environment environment;
  /// Null when `root` has no entry ".git".
  std::unique_ptr<git::Repository> repository;
};

/// Finds the project: `named` (--project), else CLAUDE_PROJECT_DIR, else `cwd` (contract: rulings
/// 6); any folder of a repository stands for its root. A named project wins over GIT_DIR and its
/// kin; without a name they are honoured, and made absolute because git may run in another folder.
/// Inside a git hook the folder git chose counts, not CLAUDE_PROJECT_DIR. Errors: NotFound,
/// NotReadable, and those of git, except that "no repository" is a result.
Result<Project> find_project(const Environment& environment, const std::string& cwd,
                             const std::optional<std::string>& named);

}  // namespace pumuki::cli
