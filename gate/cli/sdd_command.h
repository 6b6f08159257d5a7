#pragma once

#include "gate/cli/command.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pumuki::cli {

struct Project;

/// `pumuki sdd session`, `status` and `validate` (contract: gate-cli §7); `session` is the only
/// command that writes the SDD session. Exit 0 done or allowed, 1 refused (unknown or archived
/// change, no session to refresh, a step that may not be done), 2 usage or git failure.
class SddCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "sdd"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Open, refresh and close the SDD session, show its state, validate a step";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  int change_session(const CliContext& context, const Project& project) const;
  int show_status(const CliContext& context, const Project& project) const;
  int validate(const CliContext& context) const;

  CLI::App* session_ = nullptr;
  CLI::App* validate_ = nullptr;
  bool open_ = false;
  bool refresh_ = false;
  bool close_ = false;
  std::string change_;
  std::optional<double> ttl_minutes_;
  std::string stage_ = "PRE_COMMIT";
  bool repair_ = false;
  std::optional<std::string> project_;
  bool json_ = false;
};

}  // namespace pumuki::cli
