#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace pumuki::cli {

/// What main() gives to a command; nothing else of the process is read.
struct CliContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the folder the program was started in.
  std::string cwd;
  /// Absolute path of the executable, for files that start it later.
  std::string program = {};
};

/// One command of the program. declare() is called before the command line is read and run() after
/// it, once, when the command was chosen.
class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::string_view summary() const = 0;
  /// Left out of help and completions.
  [[nodiscard]] virtual bool hidden() const { return false; }
  /// Adds options and sub-commands to the command's own parser.
  virtual void declare(CLI::App& app) = 0;
  /// Returns the exit code.
  virtual int run(const CliContext& context) = 0;
};

/// Every command, in the order of the help text: the one list to extend.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace pumuki::cli
