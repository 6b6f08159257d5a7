#pragma once

#include "gate/cli/command.h"

#include <string>
#include <vector>

namespace pumuki::cli {

/// Reads the command line (without the program's name) and runs the command it names. Returns the
/// exit code. Throws nothing of its own.
int run_command_line(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace pumuki::cli
