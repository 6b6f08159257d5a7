#pragma once

#include "gate/core/code.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/evidence/document.h"
#include "gate/policy/platform.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

struct SkillsRequirement {
  Platform platform = Platform::Ios;
  bool active_prefix_covered = false;
  bool evaluated_prefix_covered = false;
  std::vector<std::string> missing_bundles;
  std::vector<std::string> missing_critical_rule_ids;
  bool transversal_critical_covered = false;
  std::vector<std::string> missing_any_transversal_critical_rule_ids;
};

struct SkillsViolation {
  Code code = Code::EvidenceSkillsPlatformsUndetected;
  bool error = false;
  std::string message;
};

/// "PASS", "FAIL", "NOT_APPLICABLE"
enum class SkillsStatus { Pass, Fail, NotApplicable };
std::string_view skills_status_name(SkillsStatus status);

struct SkillsContract {
  Stage stage = Stage::PreCommit;
  bool enforced = false;
  SkillsStatus status = SkillsStatus::NotApplicable;
  std::vector<Platform> detected_platforms;
  std::vector<SkillsRequirement> requirements;
  std::vector<SkillsViolation> violations;
};

struct SkillsInput {
  Stage stage = Stage::PreCommit;
  std::string root;
  /// PUMUKI_SKILLS_ENFORCEMENT is strict.
  bool strict = false;
  /// Nothing when the evidence is not valid.
  const evidence::GateFacts* facts = nullptr;
  /// Platforms the repository's skills lock asks for.
  std::vector<Platform> required;
  std::size_t pending_changes = 0;
  /// Every changed path, untracked files one by one; asked only when it decides something.
  std::function<Result<std::vector<std::string>>()> changed_paths;
};

/// The skills contract (contract: gate §7). Error: the changed paths could not be read.
Result<SkillsContract> assess_skills(const SkillsInput& input);

}  // namespace pumuki::policy
