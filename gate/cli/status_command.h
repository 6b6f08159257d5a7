#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki status` (contract: gate-cli §6): what is installed here, without judging it. Exit 0, or
/// 2 when it could not look.
class StatusCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "status"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Show what is installed in this repository";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::optional<std::string> project_;
  bool json_ = false;
};

}  // namespace pumuki::cli
