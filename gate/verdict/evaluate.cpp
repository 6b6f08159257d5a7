#include "gate/verdict/evaluate.h"

#include "gate/core/text.h"
#include "gate/policy/enforcement.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/protected_branches.h"
#include "gate/policy/skills_lock.h"
#include "gate/verdict/judgement.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::verdict {
namespace {

/// With one of these the contract cannot be judged, and saying so again would not help.
constexpr std::array k_unusable_evidence{Code::EvidenceMissing, Code::EvidenceInvalid,
                                         Code::EvidenceChainInvalid, Code::EvidenceTimestampInvalid,
                                         Code::EvidenceStale};

Result<policy::SkillsContract> skills_of(Judgement& judgement, const evidence::GateFacts* facts,
                                         std::vector<policy::Platform> required) {
  policy::SkillsInput input;
  input.stage = judgement.options.stage;
  input.root = judgement.context.root;
  input.strict = judgement.strict_skills;
  input.facts = facts;
  input.required = std::move(required);
  input.pending_changes = judgement.repo_state.git.pending_changes;
  input.changed_paths = [&judgement] { return judgement.changed_paths.get(); };
  return policy::assess_skills(input);
}

void judge_skills(Judgement& judgement, const policy::SkillsContract& contract,
                  bool platforms_required) {
  const bool unusable =
      std::ranges::any_of(k_unusable_evidence, [&](Code code) { return judgement.has(code); });
  const bool optional = judgement.options.stage == Stage::PreWrite && !platforms_required;
  if (contract.status == policy::SkillsStatus::Fail && !unusable && !optional) {
    judgement.add(Code::EvidenceSkillsContractIncomplete, judgement.strict_skills);
  }
}

void judge_branch(Judgement& judgement) {
  const lifecycle::GitState& git = judgement.repo_state.git;
  const std::vector<std::string>& branches = judgement.options.protected_branches
                                                 ? *judgement.options.protected_branches
                                                 : policy::default_protected_branches();
  if (const auto& destinations = judgement.options.destinations) {
    for (const std::string& destination : *destinations) {
      if (policy::is_protected(destination, branches)) {
        judgement.add(Code::GitflowProtectedBranch, true, "It is " + destination + ".");
      }
    }
  } else if (git.available && git.branch && policy::is_protected(*git.branch, branches)) {
    judgement.add(Code::GitflowProtectedBranch, true, "It is " + *git.branch + ".");
  }
}

Result<void> judge_all(Judgement& judgement, Verdict& verdict) {
  const auto facts = judge_evidence(judgement, verdict.evidence);
  if (!facts) {
    return std::unexpected(facts.error());
  }
  std::vector<policy::Platform> required =
      policy::required_platforms(judgement.context.root, &verdict.notices);
  const bool platforms_required = !required.empty();
  auto skills = skills_of(judgement, *facts, std::move(required));
  if (!skills) {
    return std::unexpected(skills.error());
  }
  verdict.skills_contract = std::move(*skills);
  judge_skills(judgement, verdict.skills_contract, platforms_required);
  judge_branch(judgement);
  judge_receipt(judgement, verdict.mcp_receipt);
  return {};
}

/// What the caller left open is taken from the file (contract: gate-cli §2).
GateOptions with_file(GateOptions options, const std::optional<policy::GateConfig>& file) {
  if (file) {
    options.max_age_seconds.insert(file->max_age_seconds.begin(), file->max_age_seconds.end());
    if (!options.protected_branches) {
      options.protected_branches = file->protected_branches;
    }
  }
  return options;
}

}  // namespace

std::int64_t default_max_age_seconds(Stage stage) {
  static constexpr std::array<std::int64_t, k_all_stages.size()> k_ages{300, 900, 1800, 7200};
  return k_ages.at(static_cast<std::size_t>(stage));
}

void Judgement::add(Code code, bool error, std::string_view detail) {
  std::string message{code_meaning(code)};
  if (!detail.empty()) {
    message += ' ';
    message += detail;
  }
  violations.push_back({code, error, std::move(message)});
}

bool Judgement::has(Code code) const {
  return std::ranges::find(violations, code, &Violation::code) != violations.end();
}

std::int64_t Judgement::max_age_seconds(Stage stage) const {
  const auto given = options.max_age_seconds.find(stage);
  return given == options.max_age_seconds.end() ? default_max_age_seconds(stage) : given->second;
}

Result<Verdict> evaluate(const GateContext& context, const evidence::Summary& evidence,
                         const GateOptions& options) {
  const auto file = policy::read_gate_config(context.root);
  if (!file) {
    return fail(file.error());
  }
  const GateOptions effective = with_file(options, *file);
  auto state = lifecycle::read_repo_state(context.environment, context.root, context.repository);
  if (!state) {
    return fail(std::move(state.error()), "while reading the state of " + context.root);
  }
  Verdict verdict;
  verdict.stage = options.stage;
  verdict.repo_state = std::move(*state);
  verdict.policy =
      policy::policy_for_gate({context.environment, context.clock, context.root}, options.stage);
  verdict.notices = verdict.policy.notices;
  Judgement judgement{.context = context,
                      .evidence = evidence,
                      .options = effective,
                      .repo_state = verdict.repo_state,
                      .now = context.clock.now(),
                      .strict_skills = policy::skills_are_strict(context.environment),
                      .changed_paths = ChangedPaths{context.repository},
                      .violations = {}};
  if (auto judged = judge_all(judgement, verdict); !judged) {
    return std::unexpected(std::move(judged.error()));
  }
  verdict.violations = std::move(judgement.violations);
  verdict.allowed = std::ranges::none_of(verdict.violations, &Violation::error);
  return verdict;
}

}  // namespace pumuki::verdict
