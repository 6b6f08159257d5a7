#pragma once

#include "gate/core/environment.h"
#include "gate/policy/features.h"
#include "gate/policy/gate_config.h"

#include <optional>
#include <string>

namespace pumuki::sdd {

/// The mode that gate.json gives to SDD, `auto` resolved: strict where the repository has an
/// `openspec` entry, off elsewhere (contract: gate-cli §4). Nothing: there is no such file, or
/// PUMUKI_EXPERIMENTAL_SDD or PUMUKI_SDD_BYPASS decide.
std::optional<policy::FeatureState> configured_feature(
    const Environment& environment, const std::optional<policy::SddSetting>& setting,
    const std::string& root);

}  // namespace pumuki::sdd
