#pragma once

#include "gate/core/environment.h"

#include <string_view>

namespace pumuki::sdd {

inline constexpr std::string_view k_completeness_variable = "PUMUKI_SDD_ENFORCE_COMPLETENESS";
inline constexpr std::string_view k_completeness_contract = "1.0";

/// Whether an incomplete change stops PRE_PUSH and CI (contract: enterprise-server §8).
struct CompletenessMode {
  bool strict = false;
  /// The variable holds a text that is a mode; otherwise advisory by default.
  bool from_environment = false;

  [[nodiscard]] std::string_view mode() const { return strict ? "strict" : "advisory"; }
  [[nodiscard]] std::string_view source() const { return from_environment ? "env" : "default"; }
};

CompletenessMode completeness_mode(const Environment& environment);

}  // namespace pumuki::sdd
