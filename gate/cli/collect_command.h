#pragma once

#include "gate/cli/command.h"
#include "gate/collect/collector.h"
#include "gate/core/result.h"
#include "gate/evidence/draft.h"

#include <optional>
#include <string>

namespace pumuki::cli {

struct Project;

/// `pumuki collect` (contract: gate-cli §10): built-in checks, configured analysers and reports,
/// written as new sealed evidence. No verdict: exit 0 when it is written, else 2.
class CollectCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "collect"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Check what a commit, push or CI brings, and write the evidence";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  /// What was found, and the document as it was written.
  struct Done {
    collect::Collection collection;
    std::string outcome;
    std::string payload_hash;
  };
  [[nodiscard]] Result<Done> collect(const CliContext& context, const Project& project) const;
  [[nodiscard]] std::string to_json(const Done& done) const;
  [[nodiscard]] static std::string to_text(const Done& done);

  std::string stage_text_ = "PRE_COMMIT";
  std::optional<std::string> project_;
  std::optional<std::string> base_;
  bool json_ = false;
};

}  // namespace pumuki::cli
