#pragma once

#include "gate/cli/command.h"
#include "gate/cli/output.h"
#include "gate/core/result.h"
#include "gate/verdict/evaluate.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::cli {

/// `pumuki gate`: one evaluation, nothing written unless --write-receipt asks for it (contract:
/// gate-cli §2).
class GateCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "gate"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Judge the evidence and the tree for one stage";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  [[nodiscard]] Format format() const;
  [[nodiscard]] Result<verdict::GateOptions> gate_options() const;
  [[nodiscard]] int explain(const std::string& name) const;
  int judge(const CliContext& context, const verdict::GateOptions& options) const;
  void print(const verdict::Verdict& verdict, int exit_code,
             const std::optional<receipts::Receipt>& receipt) const;

  std::string stage_;
  std::optional<std::string> project_;
  bool json_ = false;
  bool sarif_ = false;
  bool quiet_ = false;
  bool require_receipt_ = false;
  std::vector<std::string> max_ages_;
  std::optional<std::string> protected_branches_;
  std::optional<double> worktree_warn_;
  std::optional<double> worktree_block_;
  bool worktree_off_ = false;
  bool write_receipt_ = false;
  std::optional<std::string> explain_;
};

}  // namespace pumuki::cli
