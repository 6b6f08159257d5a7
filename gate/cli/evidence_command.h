#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki evidence show`: what the servers would serve for the project. Exit 0, 1 when there is no
/// valid file.
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
  [[nodiscard]] int show(const CliContext& context) const;

  CLI::App* show_ = nullptr;
  std::optional<std::string> project_;
  std::string file_;
  bool json_ = false;
};

}  // namespace pumuki::cli
