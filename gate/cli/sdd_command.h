#pragma once

#include "gate/cli/command.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pumuki::cli {

struct Project;

/// `pumuki sdd session` and `pumuki sdd status` (contract: gate-cli §7): the only commands that
/// write the SDD session. Exit 0 done, 1 refused (unknown or archived change, no session to
/// refresh), 2 usage or git failure.
class SddCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "sdd"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Open, refresh and close the SDD session, or show its state";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  int change_session(const CliContext& context, const Project& project) const;
  int show_status(const CliContext& context, const Project& project) const;

  CLI::App* session_ = nullptr;
  bool open_ = false;
  bool refresh_ = false;
  bool close_ = false;
  std::string change_;
  std::optional<double> ttl_minutes_;
  std::optional<std::string> project_;
  bool json_ = false;
};

}  // namespace pumuki::cli
