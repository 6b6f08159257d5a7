#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki uninstall` (contract: gate-cli §5; §11, ruling 18). Exit 0 done or nothing to do, 1
/// refused, 2 could not do it.
class UninstallCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "uninstall"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Take the gate out again, byte for byte";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::optional<std::string> project_;
  bool purge_ = false;
  bool dry_run_ = false;
  bool json_ = false;
};

}  // namespace pumuki::cli
