#include "gate/cli/completion_command.h"

#include "gate/cli/completion.h"
#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"

#include <CLI/CLI.hpp>

namespace pumuki::cli {

void CompletionCommand::declare(CLI::App& app) {
  app.add_option("shell", shell_, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

int CompletionCommand::run(const CliContext& /*context*/) {
  const CommandSpec program = describe_program();
  print_out(shell_ == "bash"  ? bash_completion(program)
            : shell_ == "zsh" ? zsh_completion(program)
                              : fish_completion(program));
  return k_exit_allowed;
}

void ManpageCommand::declare(CLI::App& /*app*/) {}

int ManpageCommand::run(const CliContext& /*context*/) {
  print_out(manual_page(describe_program()));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
