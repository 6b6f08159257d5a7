#pragma once

#include "gate/core/environment.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

/// The switchable parts of the product, in the order of every listing (contract:
/// enterprise-server §5).
enum class Feature {
  Analytics,
  Heuristics,
  LearningContext,
  McpEnterprise,
  OperationalMemory,
  PreWrite,
  SaasIngestion,
  Sdd,
};

inline constexpr std::array k_all_features{Feature::Analytics,         Feature::Heuristics,
                                           Feature::LearningContext,   Feature::McpEnterprise,
                                           Feature::OperationalMemory, Feature::PreWrite,
                                           Feature::SaasIngestion,     Feature::Sdd};

enum class FeatureMode { Strict, Advisory, Off };

struct FeatureState {
  FeatureMode mode = FeatureMode::Strict;
  /// "default", "env" or "legacy-env".
  std::string source;
  std::string activation_variable;
  std::optional<std::string> legacy_variable;
};

/// "analytics", "mcp_enterprise", …
std::string_view feature_name(Feature feature);
/// "strict", "advisory", "off"
std::string_view feature_mode_name(FeatureMode mode);
/// Reads the feature's variable, then its legacy one (PRE_WRITE only). A text that is not a mode
/// counts as unset: strict is the default (contract: gate §19).
FeatureState feature_state(const Environment& environment, Feature feature);

}  // namespace pumuki::policy
