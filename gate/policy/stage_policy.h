#pragma once

#include "gate/core/clock.h"
#include "gate/core/code.h"
#include "gate/core/environment.h"
#include "gate/core/stage.h"
#include "gate/policy/degraded.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/notice.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

struct PolicyContext {
  const Environment& environment;
  const Clock& clock;
  std::string root;
};

struct PolicyValidation {
  /// "valid", "invalid", "unsigned", "expired", "unknown-source"
  std::string status;
  Code code = Code::PolicyValid;
  bool strict = false;
};

/// The policy of one stage with its trace (contract: gate §9).
struct StagePolicy {
  Stage stage = Stage::PreCommit;
  Stage resolved_stage = Stage::PreCommit;
  /// "hard-mode", "gate.json", "skills.policy" or "default"
  std::string source;
  /// What a finding needs to block or to warn. INFO and INFO from every source but "gate.json"
  /// (contract: gate §9).
  Thresholds thresholds;
  std::string bundle;
  /// 64 lower-case hex digits; what the policy is.
  std::string hash;
  /// "policy-as-code/<source>@1.0"
  std::string version;
  /// 64 hex digits, or the text of the contract file.
  std::string signature;
  /// "computed-local" or "file:.pumuki/policy-as-code.json"
  std::string policy_source;
  PolicyValidation validation;
  std::optional<DegradedMode> degraded;
  /// Files that were ignored.
  Notices notices;
};

/// Hard mode wins over a valid gate.json, that over skills.policy.json. A broken gate.json is only
/// named in `notices` here: who judges by the policy reads it first and fails.
/// As the evaluator wants it: PRE_WRITE is judged by the policy of PRE_COMMIT.
StagePolicy policy_for_gate(const PolicyContext& context, Stage stage);
/// The policy of the stage itself, as lifecycle reports it (`policyValidation.stages`). PRE_WRITE
/// is strict too while the feature pre_write is (contract: enterprise-server §4).
StagePolicy policy_of_stage(const PolicyContext& context, Stage stage);

/// What a contract file must hold for this policy to be valid.
std::string contract_signature(const StagePolicy& policy);

}  // namespace pumuki::policy
