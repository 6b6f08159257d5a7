#include "gate/verdict/next_action.h"

#include "gate/core/version.h"
#include "gate/verdict/distinct_codes.h"

namespace pumuki::verdict {
namespace {

constexpr int k_sure = 90;
constexpr int k_evidence_is_fixable = 65;
constexpr int k_on_protected_branch = 40;
constexpr int k_other = 50;

std::string validate_command() {
  return std::string{k_product_command} + " sdd validate --stage=PRE_WRITE --json";
}

std::string reconcile_command() {
  return std::string{k_product_command} + " policy reconcile --strict --json";
}

enum class Remedy { None, Validate, Reconcile, Slice, Branch };

Remedy remedy_for(Code code) {
  switch (code) {
    case Code::EvidenceMissing:
    case Code::EvidenceInvalid:
    case Code::EvidenceChainInvalid:
    case Code::EvidenceStale:
    case Code::EvidencePlatformSkillsScopeIncomplete:
    case Code::EvidencePlatformSkillsBundlesMissing:
    case Code::EvidenceSkillsContractIncomplete:
      return Remedy::Validate;
    case Code::EvidenceActiveRuleIdsEmptyForCodeChanges:
    case Code::EvidencePlatformCriticalSkillsRulesMissing:
    case Code::EvidenceCrossPlatformCriticalEnforcementIncomplete:
      return Remedy::Reconcile;
    case Code::EvidencePrewriteWorktreeOverLimit:
    case Code::EvidencePrewriteWorktreeWarn:
      return Remedy::Slice;
    case Code::GitflowProtectedBranch:
      return Remedy::Branch;
    default:
      return Remedy::None;
  }
}

std::string slice_command(const std::vector<Slice>& slices) {
  const std::string add =
      slices.empty() ? "git status --short && git add -p" : slices.front().command;
  return add + " && " + validate_command();
}

}  // namespace

NextAction next_action(Code code, const std::vector<Slice>& slices) {
  const std::string advice{code_advice(code)};
  switch (remedy_for(code)) {
    case Remedy::Validate:
      return {advice, validate_command()};
    case Remedy::Reconcile:
      return {advice, reconcile_command() + " && " + validate_command()};
    case Remedy::Slice:
      return {advice, slice_command(slices)};
    case Remedy::Branch:
      return {advice, "git checkout -b feature/<name>"};
    case Remedy::None:
      break;
  }
  return {advice, std::nullopt};
}

int confidence_percent(std::optional<Code> first_code) {
  if (!first_code) {
    return k_sure;
  }
  switch (remedy_for(*first_code)) {
    case Remedy::Validate:
    case Remedy::Reconcile:
    case Remedy::Slice:
      return k_evidence_is_fixable;
    case Remedy::Branch:
      return k_on_protected_branch;
    case Remedy::None:
      break;
  }
  return k_other;
}

}  // namespace pumuki::verdict
