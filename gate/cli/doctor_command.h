#pragma once

#include "gate/cli/command.h"
#include "gate/cli/output.h"
#include "gate/core/result.h"

#include <optional>
#include <string>
#include <vector>

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
  struct Findings;
  [[nodiscard]] Result<Findings> look(const CliContext& context) const;
  [[nodiscard]] Result<std::vector<std::string>> compare_profile(const CliContext& context,
                                                                 const std::string& profile) const;

  std::optional<std::string> project_;
  bool run_hooks_ = false;
  bool deep_ = false;
  std::optional<std::string> parity_;
  bool json_ = false;
};

}  // namespace pumuki::cli
