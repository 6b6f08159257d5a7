#pragma once

#include "gate/core/environment.h"

#include <string>

namespace pumuki::cli {

/// Absolute path of the running executable `pumuki`, as hooks shall record it: the name it was
/// called by where that leads to this very file (a link in /usr/local/bin outlives the version it
/// points to), else the file itself. Called through a short name ("pumuki-ci") it is the `pumuki`
/// beside it, where there is one.
std::string own_program(const std::string& called_as, const Environment& environment,
                        const std::string& cwd);

}  // namespace pumuki::cli
