#pragma once

#include "gate/cli/command.h"

#include <optional>
#include <string>

namespace pumuki::cli {

/// `pumuki-pre-write`, also as `pumuki pre-write`: `sdd validate --stage=PRE_WRITE` (contract:
/// gate-cli §1). Arguments it does not know are passed over, because git adds its own to hooks.
class PreWriteCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "pre-write"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Check before a file is written: SDD session, gate and receipt";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  std::optional<std::string> project_;
  bool json_ = false;
  bool quiet_ = false;
  bool repair_ = false;
};

}  // namespace pumuki::cli
