#include "gate/verdict/next_step.h"

#include "gate/core/version.h"
#include "gate/sdd/layout.h"
#include "gate/sdd/session.h"
#include "gate/verdict/distinct_codes.h"
#include "gate/verdict/slices.h"

#include <string_view>

namespace pumuki::verdict {
namespace {

std::string pumuki(std::string_view arguments) {
  return std::string{k_product_command} + " " + std::string{arguments};
}

/// Names the change when there is only one to choose.
std::string open_command(const std::string& root) {
  const auto changes = sdd::active_changes(root);
  return pumuki("sdd session --open --change=" + (changes.size() == 1 ? changes.front() : "ID"));
}

std::optional<std::string> sdd_command(Code code, const std::string& root) {
  switch (code) {
    case Code::OpenspecMissing:
    case Code::OpenspecVersionUnsupported:
      return "npm install --save-dev @fission-ai/openspec";
    case Code::OpenspecProjectMissing:
      return "npx openspec init";
    case Code::SddSessionMissing:
    case Code::SddChangeArchived:
    case Code::SddChangeMissing:
      return open_command(root);
    case Code::SddSessionInvalid:
      return pumuki("sdd session --refresh --ttl-minutes=" +
                    std::to_string(sdd::k_renewal_minutes));
    default:
      return std::nullopt;
  }
}

/// What the reconciliation of the policy contract settles.
bool is_policy_code(Code code) {
  return code == Code::EvidenceActiveRuleIdsEmptyForCodeChanges ||
         code == Code::EvidencePlatformCriticalSkillsRulesMissing ||
         code == Code::EvidenceCrossPlatformCriticalEnforcementIncomplete;
}

std::string slice_command(git::Repository* repository) {
  const auto slices = atomic_slices(repository);
  return !slices || slices->empty() ? "git status --short && git add -p" : slices->front().command;
}

std::optional<NextStep> gate_step(Code code, git::Repository* repository) {
  const std::string reason{code_text(code)};
  if (is_receipt_code(code)) {
    return NextStep{"MCP_ENTERPRISE_RECEIPT", pumuki("gate --stage PRE_WRITE --write-receipt")};
  }
  if (is_policy_code(code)) {
    return NextStep{reason, pumuki("policy reconcile --strict --json")};
  }
  if (is_worktree_code(code)) {
    return NextStep{reason, slice_command(repository)};
  }
  if (is_repairable_evidence_code(code)) {
    return NextStep{reason, pumuki("sdd validate --stage=PRE_WRITE --repair")};
  }
  if (code == Code::GitflowProtectedBranch) {
    return NextStep{reason, "git checkout -b feature/NAME"};
  }
  return std::nullopt;
}

}  // namespace

bool is_receipt_code(Code code) { return code_group(code) == "Receipt"; }

bool is_repairable_evidence_code(Code code) {
  switch (code) {
    case Code::EvidenceMissing:
    case Code::EvidenceInvalid:
    case Code::EvidenceChainInvalid:
    case Code::EvidenceStale:
    case Code::EvidenceGateBlocked:
    case Code::EvidenceRepoRootMismatch:
    case Code::EvidenceBranchMismatch:
    case Code::EvidenceRulesCoverageMissing:
    case Code::EvidenceRulesCoverageStageMismatch:
    case Code::EvidenceRulesCoverageIncomplete:
    case Code::EvidenceUnsupportedAutoRules:
    case Code::EvidenceTimestampInvalid:
    case Code::EvidenceTimestampFuture:
      return true;
    default:
      return false;
  }
}

std::optional<NextStep> next_step(const SddValidateAnswer& answer, git::Repository* repository) {
  if (!answer.sdd) {
    return NextStep{std::string{code_text(Code::PreWriteDisabled)},
                    answer.enforcement.activation_variable + "=strict " +
                        pumuki("sdd validate --stage=PRE_WRITE")};
  }
  if (const sdd::Decision& decision = answer.sdd->decision; !decision.allowed) {
    if (auto command = sdd_command(decision.code, answer.sdd->status.repo_root)) {
      return NextStep{std::string{code_text(decision.code)}, std::move(*command)};
    }
  }
  if (!answer.gate || answer.gate->verdict.allowed) {
    return std::nullopt;
  }
  for (const Violation& violation : answer.gate->verdict.violations) {
    if (violation.error) {
      if (auto step = gate_step(violation.code, repository)) {
        return step;
      }
    }
  }
  return std::nullopt;
}

}  // namespace pumuki::verdict
