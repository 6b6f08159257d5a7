#pragma once

#include "gate/cli/command.h"
#include "gate/cli/output.h"
#include "gate/lifecycle/install.h"

#include <optional>
#include <string>

namespace pumuki::cli {

struct Project;

/// `pumuki install` (contract: gate-cli §5). Exit 0 done or nothing to do, 1 refused, 2 could not
/// do it.
class InstallCommand final : public Command {
 public:
  [[nodiscard]] std::string_view name() const override { return "install"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Put the gate into this repository's git hooks";
  }
  void declare(CLI::App& app) override;
  int run(const CliContext& context) override;

 private:
  [[nodiscard]] Format format() const { return json_ ? Format::Json : Format::Text; }
  [[nodiscard]] Result<lifecycle::InstallOptions> options(const CliContext& context) const;
  int install(const lifecycle::LifecycleContext& context,
              const lifecycle::InstallOptions& options) const;

  std::optional<std::string> project_;
  std::string hooks_ = "pre-commit,pre-push";
  std::string position_ = "auto";
  std::string manager_ = "auto";
  bool shared_ = false;
  bool force_ = false;
  bool write_ = false;
  bool dry_run_ = false;
  bool json_ = false;
};

}  // namespace pumuki::cli
