#include "gate/verdict/remediation.h"

#include "gate/evidence/document.h"
#include "gate/policy/policy_contract.h"
#include "gate/receipts/receipt.h"

#include <algorithm>
#include <array>

namespace pumuki::verdict {
namespace {

constexpr std::array k_auto_fixes{Code::EvidenceMissing,
                                  Code::EvidenceInvalid,
                                  Code::EvidenceChainInvalid,
                                  Code::EvidenceStageSyncFailed,
                                  Code::EvidenceStale,
                                  Code::EvidenceRepoRootMismatch,
                                  Code::EvidenceBranchMismatch,
                                  Code::EvidenceRulesCoverageMissing,
                                  Code::EvidenceRulesCoverageIncomplete,
                                  Code::ActiveRuleIdsEmptyForCodeChangesHigh,
                                  Code::EvidenceActiveRuleIdsEmptyForCodeChanges,
                                  Code::GitflowProtectedBranch,
                                  Code::EvidencePrewriteWorktreeOverLimit,
                                  Code::EvidencePrewriteWorktreeWarn,
                                  Code::PrePushUpstreamMissing,
                                  Code::PrePushUpstreamMisaligned,
                                  Code::ManifestMutationDetected};

constexpr std::array k_hints{Code::EvidenceMissing,
                             Code::EvidenceInvalid,
                             Code::EvidenceIntegrityMissing,
                             Code::EvidenceActiveRuleIdsEmptyForCodeChanges,
                             Code::EvidenceStale,
                             Code::EvidenceTimestampInvalid,
                             Code::EvidenceTimestampFuture,
                             Code::EvidenceGateBlocked,
                             Code::EvidenceRepoRootMismatch,
                             Code::EvidenceBranchMismatch,
                             Code::EvidenceGateStatusIncoherent,
                             Code::EvidenceOutcomeIncoherent,
                             Code::EvidenceRulesCoverageMissing,
                             Code::EvidenceRulesCoverageStageMismatch,
                             Code::EvidenceRulesCoverageIncomplete,
                             Code::EvidencePlatformSkillsScopeIncomplete,
                             Code::EvidencePlatformSkillsBundlesMissing,
                             Code::EvidencePlatformCriticalSkillsRulesMissing,
                             Code::EvidenceCrossPlatformCriticalEnforcementIncomplete,
                             Code::EvidenceSkillsContractIncomplete,
                             Code::EvidencePrewriteWorktreeOverLimit,
                             Code::EvidencePrewriteWorktreeWarn,
                             Code::EvidenceUnsupportedAutoRules,
                             Code::GitflowProtectedBranch};

/// Violations that evaluate() raises at PRE_WRITE only (contract: gate §4).
constexpr std::array k_pre_write_only{Code::EvidenceRepoRootMismatch,
                                      Code::EvidenceBranchMismatch,
                                      Code::EvidenceGateStatusIncoherent,
                                      Code::EvidenceOutcomeIncoherent,
                                      Code::EvidenceRulesCoverageMissing,
                                      Code::EvidenceRulesCoverageStageMismatch,
                                      Code::EvidenceRulesCoverageIncomplete,
                                      Code::EvidenceUnsupportedAutoRules,
                                      Code::EvidenceActiveRuleIdsEmptyForCodeChanges,
                                      Code::EvidencePlatformSkillsScopeIncomplete,
                                      Code::EvidencePlatformSkillsBundlesMissing,
                                      Code::EvidencePlatformCriticalSkillsRulesMissing,
                                      Code::EvidenceTimestampFuture};

template <std::size_t N>
bool is_in(const std::array<Code, N>& codes, Code code) {
  return std::ranges::find(codes, code) != codes.end();
}

}  // namespace

bool has_auto_fix(Code code) { return is_in(k_auto_fixes, code); }

bool has_hint(Code code) { return is_in(k_hints, code); }

std::string_view code_location(Code code) {
  if (code == Code::GitflowProtectedBranch) {
    return ".git/HEAD";
  }
  if (code == Code::SddSessionMissing || code == Code::SddSessionInvalid) {
    return ".git/config";
  }
  const auto group = code_group(code);
  if (group == "Sdd") {
    return "openspec/changes";
  }
  if (group == "Policy") {
    return policy::k_contract_file;
  }
  return group == "Receipt" ? receipts::k_receipt_path : evidence::k_file_name;
}

std::vector<Stage> stages_of(Code code) {
  if (code_group(code) == "Receipt" || is_in(k_pre_write_only, code)) {
    return {Stage::PreWrite};
  }
  return code_group(code) == "Gate" ? std::vector<Stage>{k_all_stages.begin(), k_all_stages.end()}
                                    : std::vector<Stage>{};
}

}  // namespace pumuki::verdict
