#pragma once

#include "gate/cli/command_tree.h"

#include <string>

namespace pumuki::cli {

/// The screen a text for people has to fit.
inline constexpr std::size_t k_screen_columns = 80;
inline constexpr std::size_t k_screen_lines = 24;

/// What `--help` prints: one line per option and command wherever the text allows it.
std::string help_text(const CommandSpec& command);

}  // namespace pumuki::cli
