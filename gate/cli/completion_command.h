#pragma once

#include "gate/cli/command.h"

#include <string>

namespace pumuki::cli {

/// `pumuki completion bash|zsh|fish`: prints the script for a shell. Not in the help: packages call
/// it.
class CompletionCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "completion"; }
  [[nodiscard]] std::string_view summary() const override { return "Print a completion script"; }
  [[nodiscard]] bool hidden() const override { return true; }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::string shell_;
};

/// `pumuki manpage`: prints pumuki(1). Not in the help either.
class ManpageCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "manpage"; }
  [[nodiscard]] std::string_view summary() const override { return "Print the manual page"; }
  [[nodiscard]] bool hidden() const override { return true; }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;
};

}  // namespace pumuki::cli
