#pragma once

#include "gate/cli/command.h"
#include "gate/cli/document_options.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/verdict/gate_run.h"
#include "gate/verdict/scope.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::cli {

/// `pumuki-pre-commit`, `pumuki-pre-push` and `pumuki-ci`, also as `pumuki pre-commit` …: collects
/// what the step would bring, renews the evidence and judges (contract: gate-cli §4). Arguments it
/// does not know are passed over, because git adds its own.
class RunnerCommand final : public Command {
 public:
  RunnerCommand(std::string_view name, Stage stage) : name_{name}, stage_{stage} {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string_view summary() const override;
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  [[nodiscard]] Result<verdict::ScopeQuestion> question() const;
  [[nodiscard]] Result<verdict::GateRun> judge(const CliContext& context) const;
  int answer(const CliContext& context, const verdict::GateRun& run) const;
  [[nodiscard]] std::string document(const verdict::GateRun& run, int exit_code) const;

  std::string_view name_;
  Stage stage_;
  CLI::App* app_ = nullptr;
  DocumentOptions output_;
  std::optional<std::string> project_;
  std::optional<std::string> base_;
  std::string all_refs_ = "yes";
  bool require_evidence_ = false;
};

}  // namespace pumuki::cli
