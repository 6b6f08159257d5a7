#pragma once

#include "gate/core/environment.h"

#include <cstdint>
#include <optional>

namespace pumuki::policy {

/// What a caller may set; an unset member is taken from the environment, then the default
/// (contract: gate §6).
struct HygieneOverrides {
  std::optional<bool> enabled;
  std::optional<double> warn_threshold;
  std::optional<double> block_threshold;
};

/// How many pending changes a work tree may have. block >= warn > 0.
struct Hygiene {
  bool enabled = true;
  std::int64_t warn_threshold = 12;
  std::int64_t block_threshold = 24;
};

Hygiene hygiene(const Environment& environment, const HygieneOverrides& overrides);

}  // namespace pumuki::policy
