#include "gate/verdict/gate_answer.h"

#include "gate/policy/features.h"
#include "gate/policy/protected_branches.h"
#include "gate/verdict/consistency.h"
#include "gate/verdict/distinct_codes.h"
#include "gate/verdict/remediation.h"
#include "gate/verdict/verdict_json.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pumuki::verdict {
namespace {

/// A folder above `folder` has an entry ".git".
bool is_below_repository(std::string folder) {
  while (true) {
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos || folder == "/") {
      return false;
    }
    folder.resize(slash);
    if (git::has_git_entry(folder)) {
      return true;
    }
  }
}

bool learning_is_off(const Environment& environment) {
  return policy::feature_state(environment, policy::Feature::LearningContext).mode ==
         policy::FeatureMode::Off;
}

Result<std::optional<sdd::LearningContext>> read_learning(const GateContext& context) {
  git::Repository* repository = context.repository;
  if (learning_is_off(context.environment)) {
    return std::nullopt;
  }
  if (repository == nullptr && is_below_repository(context.root)) {
    return std::nullopt;
  }
  if (repository == nullptr) {
    return fail(Code::NoRepository, context.root + " is not inside a git repository");
  }
  auto layout = repository->layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the SDD session");
  }
  if (layout->top_level.empty()) {
    return fail(Code::NoRepository, context.root + " is a bare repository");
  }
  const auto config = repository->local_config();
  if (!config) {
    return fail(config.error(), "while reading the SDD session");
  }
  return sdd::read_learning(context.environment, context.root,
                            sdd::read_session(*config, layout->top_level, context.clock.now()));
}

std::string gate_message(const GateAnswer& answer) {
  const std::string stage{stage_name(answer.verdict.stage)};
  const auto code = answer.first_code();
  if (answer.verdict.allowed || !code) {
    return "The gate allows " + stage + '.';
  }
  return "The gate blocks " + stage + " with " + std::string{code_text(*code)} + ": " +
         std::string{code_meaning(*code)};
}

std::vector<std::string> branch_warnings(const Verdict& verdict) {
  const lifecycle::GitState& git = verdict.repo_state.git;
  std::vector<std::string> warnings;
  if (git.branch && policy::looks_protected(*git.branch)) {
    warnings.push_back("ON_PROTECTED_BRANCH: the current branch is " + *git.branch + '.');
  }
  if (verdict.stage == Stage::PrePush && !git.upstream) {
    warnings.emplace_back("NO_UPSTREAM: the current branch has no upstream to push to.");
  }
  return warnings;
}

std::vector<std::string> auto_fixes(const GateAnswer& answer) {
  std::vector<std::string> fixes;
  for (const Code code : distinct_codes(answer.verdict)) {
    if (has_auto_fix(code)) {
      fixes.emplace_back(code_advice(code));
    }
  }
  if (answer.learning) {
    for (const std::string& action : answer.learning->recommended_actions) {
      if (std::ranges::find(fixes, action) == fixes.end()) {
        fixes.push_back(action);
      }
    }
  }
  return fixes;
}

void write_consistency_hint(JsonWriter& json, const Verdict& verdict) {
  const bool differs = !is_comparable_with_hook(verdict);
  json.begin_object().member("comparable_with_hook_runner", !differs).key("reason_code");
  if (differs) {
    json.value(k_hook_can_refresh)
        .member("message", "A hook may generate fresh evidence first and then decide otherwise.");
  } else {
    json.null().member("message", "A hook decides the same from the same evidence.");
  }
  json.end_object();
}

}  // namespace

std::optional<Code> GateAnswer::first_code() const {
  return verdict.violations.empty() ? std::nullopt : std::optional{verdict.violations.front().code};
}

std::optional<std::string> GateAnswer::recommendation() const {
  return !learning || learning->recommended_actions.empty()
             ? std::nullopt
             : std::optional{learning->recommended_actions.front()};
}

Result<GateAnswer> ask_gate(const GateContext& context, const evidence::Summary& evidence,
                            const GateOptions& options) {
  auto learning = read_learning(context);
  if (!learning) {
    return fail(std::move(learning.error()));
  }
  auto verdict = evaluate(context, evidence, options);
  if (!verdict) {
    return fail(std::move(verdict.error()));
  }
  return GateAnswer{std::move(*verdict), std::move(*learning)};
}

void write_gate_answer_members(JsonWriter& json, const GateAnswer& answer) {
  const Verdict& verdict = answer.verdict;
  write_verdict_members(json, verdict);
  if (!verdict.evidence.omit_generated_at) {
    json.member("timestamp", verdict.evidence.generated_at);
  }
  json.member("branch", verdict.repo_state.git.branch)
      .member("message", gate_message(answer))
      .member("warnings", branch_warnings(verdict))
      .member("auto_fixes", auto_fixes(answer))
      .key("learning_context");
  sdd::write_learning(json, answer.learning);
  json.key("consistency_hint");
  write_consistency_hint(json, verdict);
}

}  // namespace pumuki::verdict
