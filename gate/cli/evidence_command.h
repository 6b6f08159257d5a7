#pragma once

#include "gate/cli/command.h"

#include <string>

namespace pumuki::cli {

/// `pumuki evidence validate FILE` (contract: gate-cli §10, rulings 28): the reader's verdict on a
/// file, with the place of the first fault, and its shape against the published schema. Exit 0
/// valid, 1 not valid or missing.
class EvidenceCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "evidence"; }
  [[nodiscard]] std::string_view summary() const override { return "Examine evidence files"; }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::string file_;
  bool json_ = false;
};

}  // namespace pumuki::cli
