#pragma once

#include "gate/evidence/document.h"
#include "gate/policy/platform.h"
#include "gate/policy/skills_contract.h"

#include <vector>

namespace pumuki::policy {

/// Which platforms the evidence speaks of (contract: gate §7), each in listing order.
struct PlatformScope {
  /// Named as detected.
  std::vector<Platform> explicit_ones;
  /// Some active or evaluated rule id starts with the prefix.
  std::vector<Platform> inferred;
  /// The two combined: what is judged.
  std::vector<Platform> effective;
};

PlatformScope platform_scope(const evidence::GateFacts& facts);
/// What one platform has and lacks.
SkillsRequirement requirement_of(Platform platform, const evidence::GateFacts& facts);
/// The requirement with nothing covered.
SkillsRequirement uncovered_requirement(Platform platform);

/// The three faults of the assessed platforms, one violation each over all of them, in the order
/// scope, bundles, critical rules. `strict` decides the severity of the first two;
/// `critical_is_error` that of the third.
std::vector<SkillsViolation> coverage_violations(const std::vector<SkillsRequirement>& requirements,
                                                 bool strict, bool critical_is_error);

}  // namespace pumuki::policy
