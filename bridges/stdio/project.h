#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::stdio {

struct ProjectSources {
  /// --project, if given.
  std::optional<std::string> option;
  /// Absolute.
  std::string working_directory;
};

/// The folder whose server is asked: --project, then CLAUDE_PROJECT_DIR, then the working directory
/// (ruling 6), and of that the nearest folder upwards that holds `.git`, or itself when none does
/// (engine-link §1). A folder that holds `marker` is taken as it is; an empty marker never matches.
/// Canonical. Errors: NotFound for a folder that does not exist, UsageError when only "/" is left.
Result<std::string> find_project(const ProjectSources& sources, const Environment& environment,
                                 std::string_view marker);

}  // namespace pumuki::stdio
