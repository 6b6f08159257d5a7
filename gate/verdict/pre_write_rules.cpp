#include "gate/core/text.h"
#include "gate/policy/skills_coverage.h"
#include "gate/receipts/same_root.h"
#include "gate/verdict/judgement.h"

#include <optional>
#include <string>

namespace pumuki::verdict {
namespace {

bool is_blank(const std::optional<std::string>& text) { return !text || trim(*text).empty(); }

std::string shown(const std::optional<std::string>& text) { return text.value_or("(none)"); }

void judge_place(Judgement& judgement) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  if (!is_blank(facts.repo_root) &&
      !receipts::same_root(*facts.repo_root, judgement.context.root)) {
    judgement.add(Code::EvidenceRepoRootMismatch, true,
                  "It names " + *facts.repo_root + ", not " + judgement.context.root + ".");
  }
  const std::optional<std::string>& branch = judgement.repo_state.git.branch;
  if (!is_blank(facts.branch) && !is_blank(branch) && *facts.branch != *branch) {
    judgement.add(Code::EvidenceBranchMismatch, true,
                  "It names " + *facts.branch + ", not " + *branch + ".");
  }
}

void judge_coherence(Judgement& judgement) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  if (facts.severity_gate_status != facts.ai_gate_status) {
    judgement.add(Code::EvidenceGateStatusIncoherent, true,
                  "severity_metrics says " + shown(facts.severity_gate_status) + ", ai_gate says " +
                      shown(facts.ai_gate_status) + ".");
  }
  if (facts.ai_gate_status == "BLOCKED" && facts.snapshot_outcome != "BLOCK") {
    judgement.add(Code::EvidenceOutcomeIncoherent, true,
                  "The outcome is " + shown(facts.snapshot_outcome) + ".");
  }
}

void judge_platforms(Judgement& judgement) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  const policy::PlatformScope scope = policy::platform_scope(facts);
  if (facts.rules_coverage->active_rule_ids.empty() && !scope.effective.empty()) {
    judgement.add(Code::EvidenceActiveRuleIdsEmptyForCodeChanges, true);
  }
  if (scope.explicit_ones.empty()) {
    return;
  }
  std::vector<policy::SkillsRequirement> requirements;
  for (const policy::Platform platform : scope.effective) {
    requirements.push_back(policy::requirement_of(platform, facts));
  }
  const bool strict = judgement.strict_skills;
  for (policy::SkillsViolation& fault : policy::coverage_violations(requirements, strict, strict)) {
    judgement.violations.push_back({fault.code, fault.error, std::move(fault.message)});
  }
}

void judge_coverage(Judgement& judgement) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  if (!facts.rules_coverage) {
    judgement.add(Code::EvidenceRulesCoverageMissing, true);
    return;
  }
  const evidence::RulesCoverage& coverage = *facts.rules_coverage;
  if (coverage.stage != facts.snapshot_stage) {
    judgement.add(Code::EvidenceRulesCoverageStageMismatch, true,
                  "Coverage is of " + coverage.stage + ", the snapshot of " +
                      shown(facts.snapshot_stage) + ".");
  }
  if (coverage.unevaluated_count > 0 || coverage.coverage_ratio < 1) {
    judgement.add(Code::EvidenceRulesCoverageIncomplete, true);
  }
  if (coverage.unsupported_auto_count > 0) {
    judgement.add(Code::EvidenceUnsupportedAutoRules, true);
  }
  judge_platforms(judgement);
}

}  // namespace

void judge_pre_write(Judgement& judgement, TimeMs evidence_time) {
  judge_place(judgement);
  judge_coherence(judgement);
  judge_coverage(judgement);
  if (evidence_time > judgement.now) {
    judgement.add(Code::EvidenceTimestampFuture, true);
  }
}

}  // namespace pumuki::verdict
