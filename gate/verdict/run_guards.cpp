#include "gate/verdict/run_guards.h"

#include "gate/core/text.h"
#include "gate/sdd/hook_decision.h"
#include "gate/sdd/openspec.h"
#include "gate/verdict/remediation.h"

#include <utility>

namespace pumuki::verdict {
namespace {

evidence::Finding text_finding(std::string code, std::string rule_id, std::string message) {
  evidence::Finding finding;
  finding.rule_id = std::move(rule_id);
  finding.severity = Severity::Error;
  finding.code = std::move(code);
  finding.message = std::move(message);
  finding.matched_by = "Guard";
  finding.source = "gate";
  finding.blocking = true;
  return finding;
}

/// A decision ends in its advice, which a finding has apart.
std::string without_advice(std::string_view message, std::string_view advice) {
  if (message.ends_with(advice)) {
    message.remove_suffix(advice.size());
  }
  return std::string{trim(message)};
}

std::string listed(const std::vector<std::string>& ids) {
  constexpr std::size_t k_shown = 5;
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < k_shown; ++i) {
    text += (i == 0 ? "" : ", ") + ids[i];
  }
  return ids.size() > k_shown ? text + ", …" : text;
}

}  // namespace

Result<std::optional<sdd::Evaluation>> sdd_of_run(const GateRunContext& context,
                                                  const std::optional<policy::GateConfig>& config,
                                                  const JudgedScope& scope, Stage stage) {
  if (scope.suspends_sdd || scope.parts.empty()) {
    return std::nullopt;
  }
  sdd::OpenspecProgram openspec{context.environment, context.clock};
  auto evaluation =
      sdd::decide_for_hook({.environment = context.environment,
                            .clock = context.clock,
                            .root = context.root,
                            .repository = &context.repository,
                            .openspec = openspec},
                           {.stage = stage,
                            .paths = scope.paths(),
                            .setting = config ? std::optional{config->sdd} : std::nullopt,
                            .changes = context.changes,
                            .commit = scope.parts.front().scope.head});
  if (!evaluation) {
    return fail(std::move(evaluation.error()), "while asking the SDD policy");
  }
  return evaluation;
}

evidence::Finding guard_finding(Code code, std::string rule_id, std::string detail) {
  std::string message{code_meaning(code)};
  if (!detail.empty()) {
    message += " " + detail;
  }
  evidence::Finding finding =
      text_finding(std::string{code_text(code)}, std::move(rule_id), std::move(message));
  finding.expected_fix = code_advice(code);
  if (code_group(code) == "Sdd" || code_group(code) == "Policy") {
    finding.file = code_location(code);
  }
  return finding;
}

std::optional<evidence::Finding> sdd_finding(const std::optional<sdd::Evaluation>& sdd) {
  // Degraded mode has a finding of its own; one cause, one message.
  if (!sdd || sdd->decision.allowed || sdd->decision.code == Code::SddDegradedModeBlocked) {
    return std::nullopt;
  }
  evidence::Finding finding = guard_finding(sdd->decision.code, "sdd.policy", {});
  finding.message = without_advice(sdd->decision.message, code_advice(sdd->decision.code));
  finding.matched_by = "SddPolicy";
  finding.source = "sdd";
  return finding;
}

std::vector<evidence::Finding> policy_findings(const policy::StagePolicy& policy,
                                               bool zero_violation) {
  std::vector<evidence::Finding> findings;
  if (policy.validation.strict && policy.validation.status != "valid") {
    findings.push_back(guard_finding(policy.validation.code, "policy.contract", {}));
  }
  if (policy.degraded) {
    findings.push_back(guard_finding(policy.degraded->code, "policy.degraded-mode",
                                     "Reason: " + policy.degraded->reason));
    if (!policy.degraded->blocks) {
      findings.back().severity = Severity::Info;
      findings.back().blocking = zero_violation;
    }
  }
  return findings;
}

std::vector<evidence::Finding> coverage_findings(const collect::Collection& collection) {
  std::vector<evidence::Finding> findings;
  if (!collection.coverage.unevaluated_rule_ids.empty()) {
    findings.push_back(text_finding(
        "RULES_COVERAGE_INCOMPLETE", "governance.rules.coverage.incomplete",
        "Active rules were not evaluated: " + listed(collection.coverage.unevaluated_rule_ids)));
  }
  if (!collection.coverage.unsupported_auto_rule_ids.empty()) {
    findings.push_back(text_finding(
        "RULES_WITHOUT_DETECTOR", "governance.skills.detector-mapping.incomplete",
        "Rules have no detector: " + listed(collection.coverage.unsupported_auto_rule_ids)));
  }
  if (collection.truncated) {
    findings.push_back(
        text_finding("FINDINGS_TRUNCATED", "core.finding-limit",
                     "There are more findings than the limit; the rest was left out."));
    findings.back().expected_fix = "Fix findings or raise max_findings in .pumuki/gate.json.";
  }
  return findings;
}

}  // namespace pumuki::verdict
