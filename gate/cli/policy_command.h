#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki policy reconcile`: compares the policies with their contract and, with --apply, signs
/// them anew (contract: gate-cli §1). Exit 0 without drift that blocks, 1 with it, 2 could not
/// look.
class PolicyCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "policy"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Compare the policies with their contract, or sign them";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::optional<std::string> project_;
  bool strict_ = false;
  bool apply_ = false;
  bool json_ = false;
};

}  // namespace pumuki::cli
