#include "gate/sdd/setting.h"

#include "gate/sdd/layout.h"

namespace pumuki::sdd {
namespace {

policy::FeatureMode mode_of(policy::SddSetting setting, const std::string& root) {
  switch (setting) {
    case policy::SddSetting::Strict:
      return policy::FeatureMode::Strict;
    case policy::SddSetting::Advisory:
      return policy::FeatureMode::Advisory;
    case policy::SddSetting::Off:
      return policy::FeatureMode::Off;
    case policy::SddSetting::Auto:
      break;
  }
  return has_openspec_project(root) ? policy::FeatureMode::Strict : policy::FeatureMode::Off;
}

}  // namespace

std::optional<policy::FeatureState> configured_feature(
    const Environment& environment, const std::optional<policy::SddSetting>& setting,
    const std::string& root) {
  policy::FeatureState state = policy::feature_state(environment, policy::Feature::Sdd);
  if (!setting || state.source != "default" || environment.get("PUMUKI_SDD_BYPASS") == "1") {
    return std::nullopt;
  }
  state.mode = mode_of(*setting, root);
  state.source = policy::k_gate_config_file;
  return state;
}

}  // namespace pumuki::sdd
