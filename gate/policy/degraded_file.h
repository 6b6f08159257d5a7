#pragma once

#include "gate/core/stage.h"
#include "gate/policy/notice.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

inline constexpr std::string_view k_degraded_file = ".pumuki/degraded-mode.json";

/// The file with `enabled` true; texts as they stand, empty when absent or not a text.
struct DegradedFile {
  std::string reason;
  std::string action;
  std::map<Stage, std::string> stage_actions;
};

/// Nothing when the file is absent, unusable or not enabled (contract: gate §10).
std::optional<DegradedFile> read_degraded_file(const std::string& root, Notices* notices);

}  // namespace pumuki::policy
