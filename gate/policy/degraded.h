#pragma once

#include "gate/core/code.h"
#include "gate/core/environment.h"
#include "gate/core/stage.h"
#include "gate/policy/notice.h"

#include <optional>
#include <string>

namespace pumuki::policy {

/// Degraded mode that is on (contract: gate §10).
struct DegradedMode {
  bool blocks = false;
  std::string reason;
  /// "env" or "file:.pumuki/degraded-mode.json"
  std::string source;
  /// DegradedModeAllowed or DegradedModeBlocked
  Code code = Code::DegradedModeAllowed;
};

/// Nothing when degraded mode is off. An unusable file counts as off and is added to `notices`
/// when that is not null.
std::optional<DegradedMode> degraded_mode(const Environment& environment, const std::string& root,
                                          Stage stage, Notices* notices = nullptr);

}  // namespace pumuki::policy
