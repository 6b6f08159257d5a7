#pragma once

#include "gate/core/environment.h"
#include "gate/policy/notice.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

inline constexpr std::string_view k_hard_mode_file = ".pumuki/hard-mode.json";

struct HardMode {
  bool enabled = false;
  /// "critical-high" or "all-severities"; nothing for any other text.
  std::optional<std::string> profile;
};

/// The file; nothing when it is absent or has no boolean `enabled` (contract: gate §9).
std::optional<HardMode> read_hard_mode_file(const std::string& root, Notices* notices = nullptr);

/// Environment before file, for the switch and for the profile.
HardMode hard_mode(const Environment& environment, const std::string& root,
                   Notices* notices = nullptr);

/// Trimmed, any case.
std::optional<std::string> parse_hard_mode_profile(std::string_view text);

}  // namespace pumuki::policy
