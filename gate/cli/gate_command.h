#pragma once

#include "gate/cli/command.h"
#include "gate/cli/document_options.h"
#include "gate/core/result.h"
#include "gate/verdict/evaluate.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::cli {

struct Project;

/// The commits that CI compares.
struct ComparedRange {
  std::string base;
  std::string head;
};

/// What `pumuki gate` knows beyond the evaluator's result.
struct GateExtensions {
  std::optional<ComparedRange> range;
  std::optional<receipts::Receipt> receipt;
};

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
  [[nodiscard]] Result<verdict::GateOptions> gate_options() const;
  [[nodiscard]] int explain(const CliContext& context, const std::string& name) const;
  int judge(const CliContext& context, const verdict::GateOptions& options) const;
  /// What --base stands for; nothing without it. Error: it cannot be known.
  [[nodiscard]] Result<std::optional<ComparedRange>> compared_range(const Project& project) const;
  /// False: the document could not be written.
  [[nodiscard]] bool print(const CliContext& context, const verdict::Verdict& verdict,
                           int exit_code, const GateExtensions& extensions) const;
  [[nodiscard]] std::string document(const verdict::Verdict& verdict, int exit_code,
                                     const GateExtensions& extensions) const;

  std::string stage_;
  std::optional<std::string> project_;
  DocumentOptions output_;
  std::optional<std::string> base_;
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
