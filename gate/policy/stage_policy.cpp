#include "gate/policy/stage_policy.h"

#include "gate/core/json_writer.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"
#include "gate/policy/config_text.h"
#include "gate/policy/features.h"
#include "gate/policy/hard_mode.h"
#include "gate/policy/policy_contract.h"
#include "gate/policy/skills_policy.h"

#include <utility>

namespace pumuki::policy {
namespace {

constexpr std::string_view k_policy_version = "1.0";
constexpr std::string_view k_gate_config_source = "gate.json";
constexpr std::string_view k_computed_local = "computed-local";

/// Where the policy comes from (contract: gate §9, precedence table).
struct PolicySource {
  std::string name;
  /// Stands between source and stage in the bundle's name; empty without a profile.
  std::string profile;
  /// Profile name or file hash.
  std::optional<std::string> hash;
  std::optional<GateConfig> config = {};
};

PolicySource active_source(const PolicyContext& context, Notices& notices) {
  const HardMode mode = hard_mode(context.environment, context.root, &notices);
  if (mode.enabled) {
    return {.name = "hard-mode", .profile = mode.profile.value_or(""), .hash = mode.profile};
  }
  auto config = read_gate_config(context.root);
  if (!config) {
    add_notice(&notices, k_gate_config_file, describe(config.error()));
  } else if (*config) {
    std::string digest = policy_digest(**config);
    return {.name = std::string{k_gate_config_source},
            .profile = "",
            .hash = std::move(digest),
            .config = std::move(*config)};
  }
  if (auto hash = skills_policy_hash(context.root, &notices)) {
    return {.name = "skills.policy", .profile = "", .hash = std::move(hash)};
  }
  return {.name = "default", .profile = "", .hash = std::nullopt};
}

std::string bundle_name(const PolicySource& source, Stage stage) {
  std::string name = "gate-policy." + source.name + ".";
  if (!source.profile.empty()) {
    name += source.profile + ".";
  }
  return name + std::string{stage_name(stage)};
}

std::string policy_hash(const PolicySource& source, Stage stage) {
  const Thresholds thresholds = thresholds_of(source.config, stage);
  JsonWriter json;
  json.begin_object()
      .member("stage", stage_name(stage))
      .member("source", source.name)
      .member("blockOnOrAbove", severity_name(thresholds.block_on_or_above))
      .member("warnOnOrAbove", severity_name(thresholds.warn_on_or_above))
      .member("sourcePolicyHash", source.hash)
      .end_object();
  return sha256_hex(json.text());
}

std::string policy_signature(const StagePolicy& policy, Stage signed_stage) {
  JsonWriter json;
  json.begin_object()
      .member("stage", stage_name(signed_stage))
      .member("source", policy.source)
      .member("bundle", policy.bundle)
      .member("hash", policy.hash)
      .member("version", k_policy_version)
      .end_object();
  return sha256_hex(json.text());
}

std::string version_text(std::string_view source) {
  return "policy-as-code/" + std::string{source} + "@" + std::string{k_policy_version};
}

const std::string& signature_in(const PolicyContract& contract, Stage stage) {
  const auto found = contract.signatures.find(stage);
  return found != contract.signatures.end() ? found->second
                                            : contract.signatures.at(Stage::PreCommit);
}

void set_validation(StagePolicy& policy, std::string status, Code code) {
  policy.validation.status = std::move(status);
  policy.validation.code = code;
}

void judge_contract(StagePolicy& policy, const PolicyContract& contract, TimeMs now) {
  const auto strict = contract.strict.find(policy.resolved_stage);
  if (strict != contract.strict.end()) {
    policy.validation.strict = strict->second;
  }
  policy.signature = signature_in(contract, policy.resolved_stage);
  if (contract.source != policy.source) {
    policy.version = version_text(contract.source);
    set_validation(policy, "unknown-source", Code::PolicyUnknownSource);
  } else if (policy.signature != contract_signature(policy)) {
    set_validation(policy, "invalid", Code::PolicySignatureMismatch);
  } else if (contract.expires_at && *contract.expires_at <= now) {
    set_validation(policy, "expired", Code::PolicyContractExpired);
  } else {
    set_validation(policy, "valid", Code::PolicyValid);
  }
}

void validate(StagePolicy& policy, const PolicyContext& context) {
  policy.validation.strict =
      parse_flag(context.environment.get("PUMUKI_POLICY_STRICT")).value_or(false);
  policy.signature = policy_signature(policy, policy.resolved_stage);
  policy.version = version_text(policy.source);
  ContractFile file = read_policy_contract(context.root);
  if (!file.present) {
    policy.policy_source = k_computed_local;
    const bool unsigned_strict = policy.validation.strict;
    set_validation(policy, unsigned_strict ? "unsigned" : "valid",
                   unsigned_strict ? Code::PolicyUnsigned : Code::PolicyValid);
    return;
  }
  policy.policy_source = "file:" + std::string{k_contract_file};
  if (!file.contract) {
    set_validation(policy, "invalid", Code::PolicyContractInvalid);
    policy.notices.push_back({std::string{k_contract_file}, std::move(file.fault)});
    return;
  }
  judge_contract(policy, *file.contract, context.clock.now());
}

StagePolicy resolve(const PolicyContext& context, Stage asked, Stage resolved) {
  StagePolicy policy;
  policy.stage = asked;
  policy.resolved_stage = resolved;
  const PolicySource source = active_source(context, policy.notices);
  policy.source = source.name;
  policy.bundle = bundle_name(source, resolved);
  policy.hash = policy_hash(source, resolved);
  policy.thresholds = thresholds_of(source.config, asked);
  validate(policy, context);
  policy.degraded = degraded_mode(context.environment, context.root, resolved, &policy.notices);
  return policy;
}

}  // namespace

StagePolicy policy_for_gate(const PolicyContext& context, Stage stage) {
  return resolve(context, stage, stage == Stage::PreWrite ? Stage::PreCommit : stage);
}

StagePolicy policy_of_stage(const PolicyContext& context, Stage stage) {
  StagePolicy policy = resolve(context, stage, stage);
  if (stage == Stage::PreWrite &&
      feature_state(context.environment, Feature::PreWrite).mode == FeatureMode::Strict) {
    policy.validation.strict = true;
  }
  return policy;
}

// A contract signs PRE_WRITE under the name PRE_COMMIT.
std::string contract_signature(const StagePolicy& policy) {
  const bool pre_write = policy.resolved_stage == Stage::PreWrite;
  return policy_signature(policy, pre_write ? Stage::PreCommit : policy.resolved_stage);
}

}  // namespace pumuki::policy
