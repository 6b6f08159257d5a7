#pragma once

#include "gate/cli/command.h"
#include "gate/cli/project.h"
#include "gate/collect/report_store.h"
#include "gate/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::cli {

/// `pumuki ingest FORMAT FILE…` (contract: gate-cli §10, ruling 16): reads reports of other tools
/// and keeps them for the next collection; all of them or none. Exit 0 taken, 2 refused.
class IngestCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "ingest"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Take in reports of other tools";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  struct Taken {
    collect::ReportSummary summary;
    collect::StoredReport report;
  };

  Result<std::vector<Taken>> read_all(const CliContext& context, const Project& project) const;
  Result<Taken> read_one(const CliContext& context, const Project& project, std::int64_t limit,
                         const std::string& file) const;
  [[nodiscard]] std::string to_json(const std::vector<Taken>& taken) const;

  std::string format_;
  std::vector<std::string> files_;
  std::optional<std::string> project_;
  std::optional<std::string> base_;
  std::optional<double> min_line_coverage_;
  bool json_ = false;
};

}  // namespace pumuki::cli
