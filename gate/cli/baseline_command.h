#pragma once

#include "gate/cli/command.h"
#include "gate/cli/project.h"
#include "gate/collect/baseline.h"
#include "gate/core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::cli {

/// `pumuki baseline write`: the findings of the present evidence become old debt, beside what the
/// file holds. `prune` takes out what is no longer found. `show` lists (contract: gate-cli §10).
/// Exit 0 done, 2 not; write and prune need a valid evidence file.
class BaselineCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "baseline"; }
  [[nodiscard]] std::string_view summary() const override { return "Old debt that never blocks"; }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  struct Outcome {
    std::vector<collect::BaselineEntry> entries;
    std::size_t added = 0;
    std::size_t dropped = 0;
  };

  [[nodiscard]] Result<Outcome> change(const Project& project,
                                       std::vector<collect::BaselineEntry> old) const;
  [[nodiscard]] std::string render(const Outcome& outcome, const std::string& file) const;

  CLI::App* write_ = nullptr;
  CLI::App* prune_ = nullptr;
  std::optional<std::string> project_;
  bool all_ = false;
  bool json_ = false;
};

}  // namespace pumuki::cli
