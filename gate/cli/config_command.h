#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki config check`: is .pumuki/gate.json as it must be? Exit 0 yes or absent, 2 no, with the
/// place of the first fault. `pumuki config show`: the values in force and where each comes from
/// (contract: gate-cli §10).
class ConfigCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "config"; }
  [[nodiscard]] std::string_view summary() const override { return "Look at .pumuki/gate.json"; }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  CLI::App* show_ = nullptr;
  std::optional<std::string> project_;
  bool json_ = false;
};

}  // namespace pumuki::cli
