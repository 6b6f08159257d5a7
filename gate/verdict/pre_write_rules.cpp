#include "gate/core/text.h"
#include "gate/policy/skills_coverage.h"
#include "gate/receipts/same_root.h"
#include "gate/verdict/judgement.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::verdict {
namespace {

std::string shown(const std::optional<std::string>& text) { return text.value_or("(none)"); }

/// A blank name says nothing, so it contradicts nothing.
bool is_blank(const std::string& text) { return trim(text).empty(); }

std::string difference(const std::string& named, const std::string& actual) {
  return "It names " + named + ", not " + actual + ".";
}

void judge_place(Judgement& judgement) {
  const std::string root = judgement.evidence.facts.repo_root.value_or("");
  if (!is_blank(root) && !receipts::same_root(root, judgement.context.root)) {
    judgement.add(Code::EvidenceRepoRootMismatch, true, difference(root, judgement.context.root));
  }
  const std::string named = judgement.evidence.facts.branch.value_or("");
  const std::string current = judgement.repo_state.git.branch.value_or("");
  if (!is_blank(named) && !is_blank(current) && named != current) {
    judgement.add(Code::EvidenceBranchMismatch, true, difference(named, current));
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

void judge_platforms(Judgement& judgement, const evidence::RulesCoverage& coverage) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  const policy::PlatformScope scope = policy::platform_scope(facts);
  if (coverage.active_rule_ids.empty() && !scope.effective.empty()) {
    judgement.add(Code::EvidenceActiveRuleIdsEmptyForCodeChanges, true);
  }
  if (scope.explicit_ones.empty()) {
    return;
  }
  std::vector<policy::SkillsRequirement> requirements;
  std::ranges::transform(
      scope.effective, std::back_inserter(requirements),
      [&](policy::Platform platform) { return policy::requirement_of(platform, facts); });
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
  judge_platforms(judgement, coverage);
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
