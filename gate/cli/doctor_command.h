#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki doctor` (contract: gate-cli §6; §11, ruling 17). Exit 0 without an error issue, 1 with
/// one, 2 when it could not look.
class DoctorCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "doctor"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Prove that git reaches the gate";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::optional<std::string> project_;
  bool run_hooks_ = false;
  bool json_ = false;
};

}  // namespace pumuki::cli
