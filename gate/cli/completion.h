#pragma once

#include "gate/cli/command_tree.h"

#include <string>

namespace pumuki::cli {

/// Completion scripts for the three shells, and the manual page in man(7) form.
std::string bash_completion(const CommandSpec& program);
std::string zsh_completion(const CommandSpec& program);
std::string fish_completion(const CommandSpec& program);
std::string manual_page(const CommandSpec& program);

}  // namespace pumuki::cli
