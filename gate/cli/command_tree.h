#pragma once

#include "gate/cli/command.h"

#include <string>
#include <vector>

namespace pumuki::cli {

/// One option as the parser knows it.
struct OptionSpec {
  /// "-o", "--output"; the bare name of a positional.
  std::vector<std::string> names;
  /// "TEXT", "N"; empty for a flag.
  std::string value;
  /// The only values it takes, if they are listed.
  std::vector<std::string> choices;
  std::string text;
};

/// A command with everything below it. Help, completions and the manual page are made of this, so
/// none of them can tell of an option that is not there.
struct CommandSpec {
  std::string name;
  /// Words after the program's name ("sdd session"); empty for the program.
  std::string path;
  std::string summary;
  std::vector<OptionSpec> options;
  /// Without hidden ones.
  std::vector<CommandSpec> commands;
};

/// The definitions of a declared parser.
CommandSpec describe_parser(const CLI::App& app, const std::string& path = {});
/// The whole program.
CommandSpec describe_program();
/// The command with that path; null when there is none.
const CommandSpec* find_command(const CommandSpec& program, const std::string& path);

/// Declares the program's own options and every command.
void declare_program(CLI::App& app, const std::vector<std::unique_ptr<Command>>& commands);
/// The words of the commands that were chosen, outermost first ("sdd session").
std::string chosen_path(const CLI::App& app);

}  // namespace pumuki::cli
