#include "gate/verdict/verdict_json.h"

#include "gate/lifecycle/repo_state.h"
#include "gate/policy/platform.h"

#include <array>
#include <string_view>

namespace pumuki::verdict {
namespace {

std::string_view severity_name(bool error) { return error ? "ERROR" : "WARN"; }

std::string_view kind_name(evidence::Kind kind) {
  static constexpr std::array<std::string_view, 3> k_names{"missing", "invalid", "valid"};
  return k_names.at(static_cast<std::size_t>(kind));
}

void write_degraded(JsonWriter& json, const policy::DegradedMode& mode) {
  json.begin_object()
      .member("enabled", true)
      .member("action", mode.blocks ? "block" : "allow")
      .member("reason", mode.reason)
      .member("source", mode.source)
      .member("code", code_text(mode.code))
      .end_object();
}

void write_trace(JsonWriter& json, const policy::StagePolicy& policy) {
  json.begin_object()
      .member("source", policy.source)
      .member("bundle", policy.bundle)
      .member("hash", policy.hash)
      .member("version", policy.version)
      .member("signature", policy.signature)
      .member("policySource", policy.policy_source)
      .key("validation")
      .begin_object()
      .member("status", policy.validation.status)
      .member("code", code_text(policy.validation.code))
      .member("message", code_meaning(policy.validation.code))
      .member("strict", policy.validation.strict)
      .end_object();
  if (policy.degraded) {
    json.key("degraded");
    write_degraded(json, *policy.degraded);
  }
  json.end_object();
}

void write_texts(JsonWriter& json, std::string_view name,
                 const std::vector<std::string_view>& texts) {
  json.key(name).begin_array();
  for (const std::string_view text : texts) {
    json.value(text);
  }
  json.end_array();
}

void write_requirement(JsonWriter& json, const policy::SkillsRequirement& requirement) {
  const policy::PlatformRules& rules = policy::platform_rules(requirement.platform);
  json.begin_object().member("platform", rules.name).member("required_rule_prefix", rules.prefix);
  write_texts(json, "required_bundles", rules.bundles);
  write_texts(json, "required_critical_rule_ids", rules.critical_rules);
  write_texts(json, "required_any_transversal_critical_rule_ids", rules.transversal_rules);
  json.member("active_prefix_covered", requirement.active_prefix_covered)
      .member("evaluated_prefix_covered", requirement.evaluated_prefix_covered)
      .member("missing_bundles", requirement.missing_bundles)
      .member("missing_critical_rule_ids", requirement.missing_critical_rule_ids)
      .member("transversal_critical_covered", requirement.transversal_critical_covered)
      .member("missing_any_transversal_critical_rule_ids",
              requirement.missing_any_transversal_critical_rule_ids)
      .end_object();
}

template <class AnyViolation>
void write_violation_list(JsonWriter& json, const std::vector<AnyViolation>& violations) {
  json.begin_array();
  for (const AnyViolation& violation : violations) {
    json.begin_object()
        .member("code", code_text(violation.code))
        .member("severity", severity_name(violation.error))
        .member("message", violation.message)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void write_policy(JsonWriter& json, const policy::StagePolicy& policy) {
  json.begin_object()
      .member("stage", stage_name(policy.stage))
      .member("resolved_stage", stage_name(policy.resolved_stage))
      .member("block_on_or_above", pumuki::severity_name(policy.thresholds.block_on_or_above))
      .member("warn_on_or_above", pumuki::severity_name(policy.thresholds.warn_on_or_above))
      .key("trace");
  write_trace(json, policy);
  json.end_object();
}

void write_evidence(JsonWriter& json, const EvidenceView& evidence) {
  json.begin_object()
      .member("kind", kind_name(evidence.kind))
      .member("max_age_seconds", evidence.max_age_seconds)
      .member("age_seconds", evidence.age_seconds)
      .key("source")
      .begin_object()
      .member("source", "local-file")
      .member("path", evidence.path)
      .member("digest", evidence.digest);
  if (!evidence.omit_generated_at) {
    json.member("generated_at", evidence.generated_at);
  }
  json.end_object().end_object();
}

void write_mcp_receipt(JsonWriter& json, const ReceiptView& receipt) {
  json.begin_object()
      .member("required", receipt.required)
      .member("kind", receipts::receipt_kind_name(receipt.kind))
      .member("path", receipt.path)
      .member("max_age_seconds", receipt.max_age_seconds)
      .member("age_seconds", receipt.age_seconds)
      .end_object();
}

void write_skills_contract(JsonWriter& json, const policy::SkillsContract& skills) {
  json.begin_object()
      .member("stage", stage_name(skills.stage))
      .member("enforced", skills.enforced)
      .member("status", policy::skills_status_name(skills.status))
      .key("detected_platforms")
      .begin_array();
  for (const policy::Platform platform : skills.detected_platforms) {
    json.value(policy::platform_name(platform));
  }
  json.end_array().key("requirements").begin_array();
  for (const policy::SkillsRequirement& requirement : skills.requirements) {
    write_requirement(json, requirement);
  }
  json.end_array().key("violations");
  write_violation_list(json, skills.violations);
  json.end_object();
}

void write_violations(JsonWriter& json, const std::vector<Violation>& violations) {
  write_violation_list(json, violations);
}

void write_verdict_members(JsonWriter& json, const Verdict& verdict) {
  json.member("stage", stage_name(verdict.stage))
      .member("status", verdict.status())
      .member("allowed", verdict.allowed)
      .key("policy");
  write_policy(json, verdict.policy);
  json.key("evidence");
  write_evidence(json, verdict.evidence);
  json.key("mcp_receipt");
  write_mcp_receipt(json, verdict.mcp_receipt);
  json.key("skills_contract");
  write_skills_contract(json, verdict.skills_contract);
  json.key("repo_state");
  lifecycle::write_repo_state(json, verdict.repo_state);
  json.key("violations");
  write_violations(json, verdict.violations);
}

std::string verdict_json(const Verdict& verdict) {
  JsonWriter json;
  json.begin_object();
  write_verdict_members(json, verdict);
  json.end_object();
  return json.take();
}

}  // namespace pumuki::verdict
