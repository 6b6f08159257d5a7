#pragma once

#include "gate/lifecycle/file_change.h"
#include "gate/lifecycle/hook_target.h"
#include "gate/lifecycle/report.h"

#include <string>
#include <vector>

namespace pumuki::lifecycle {

struct UninstallPlan {
  git::Layout layout;
  HooksFolder folder;
  /// Hooks, exclude block, manager configuration.
  std::vector<FileChange> files;
  /// Files that install made and git does not track (only with purge), absolute.
  std::vector<std::string> artefacts;
  /// Keys that are set now.
  std::vector<std::string> keys;
  std::vector<std::string> notes;

  [[nodiscard]] bool changes_something() const;
};

/// Looks, writes nothing: every text goes back to what it was before install, byte for byte; a hook
/// of which only our first line is left goes; <hook>.user gets its name back. With `purge`, also
/// what install recorded in this work tree and git does not track. Error InstallRefused for a
/// damaged block; BareRepository; those of git and files.
Result<UninstallPlan> plan_uninstall(const LifecycleContext& context, bool purge);
Result<void> apply_uninstall(const LifecycleContext& context, const UninstallPlan& plan);

}  // namespace pumuki::lifecycle
