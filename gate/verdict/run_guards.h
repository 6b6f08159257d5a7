#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/evidence/finding.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/stage_policy.h"
#include "gate/sdd/policy.h"
#include "gate/verdict/gate_run.h"
#include "gate/verdict/scope.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::verdict {

/// The SDD decision about the content. Nothing when SDD has no say (sdd::decide_for_hook()), there
/// is no content, or a commit other than HEAD is pushed. Errors as decide_for_hook().
Result<std::optional<sdd::Evaluation>> sdd_of_run(const GateRunContext& context,
                                                  const std::optional<policy::GateConfig>& config,
                                                  const JudgedScope& scope, Stage stage);

/// Findings that do not come from content, each blocking unless it says otherwise.
std::optional<evidence::Finding> sdd_finding(const std::optional<sdd::Evaluation>& sdd);
/// A strict policy contract that is not valid, then degraded mode. An `allow` of degraded mode
/// blocks only with `zero_violation` (contract: gate-cli §4).
std::vector<evidence::Finding> policy_findings(const policy::StagePolicy& policy,
                                               bool zero_violation);
/// Rules that were not evaluated or have no detector (contract: evidence-v2.1 §5), and findings
/// that were cut off (gate-cli §11, ruling 16).
std::vector<evidence::Finding> coverage_findings(const collect::Collection& collection);
evidence::Finding guard_finding(Code code, std::string rule_id, std::string detail);

}  // namespace pumuki::verdict
