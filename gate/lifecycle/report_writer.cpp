#include "gate/core/version.h"
#include "gate/lifecycle/report.h"

#include <utility>

namespace pumuki::lifecycle {
namespace {

using MaybeText = std::optional<std::string>;

MaybeText text_if(bool condition, std::string text) {
  return condition ? std::optional{std::move(text)} : std::nullopt;
}

void write_version(JsonWriter& json, const LifecycleReport& report) {
  const PackageVersion& version = report.version;
  const MaybeText& stored = report.stored.version;
  const bool drifts = version.effective != version.runtime;
  const bool drifts_from_stored = stored && *stored != version.effective;
  const bool warns = drifts || drifts_from_stored ||
                     version.installed.value_or(version.runtime) != version.runtime;
  const bool hazard = report.repo_root.contains(':');
  json.begin_object()
      .member("effective", version.effective)
      .member("runtime", version.runtime)
      .member("consumerInstalled", version.installed)
      .member("lifecycleInstalled", stored)
      .member("source", version.source)
      .member("driftFromRuntime", drifts)
      .member("driftFromLifecycleInstalled", drifts_from_stored)
      .member("driftWarning", text_if(warns, "Different versions of the product are in use here."))
      .member("alignmentCommand", text_if(warns, std::string{k_product_command} + " install"))
      .member("pathExecutionHazard", hazard)
      .member("pathExecutionWarning",
              text_if(hazard, "The repository path contains ':', which separates entries of PATH."))
      .member("pathExecutionWorkaroundCommand",
              text_if(hazard, "node ./node_modules/pumuki/bin/pumuki.js"))
      .end_object();
}

void write_stored(JsonWriter& json, const StoredState& stored) {
  json.begin_object()
      .optional_member("installed", stored.installed)
      .optional_member("version", stored.version)
      .optional_member("hooks", stored.hooks)
      .optional_member("installedAt", stored.installed_at)
      .optional_member("openSpecManagedArtifacts", stored.managed_artifacts)
      .end_object();
}

void write_hook(JsonWriter& json, std::string_view name, HookState state) {
  json.key(name)
      .begin_object()
      .member("exists", state != HookState::Missing)
      .member("managedBlockPresent", state == HookState::Managed)
      .end_object();
}

void write_inventory(JsonWriter& json, const Inventory& inventory) {
  json.begin_object()
      .member("nodeModulesPresent", inventory.node_modules)
      .member("packageJsonPresent", inventory.package_json)
      .member("lockfilePresent", inventory.lockfile);
  json.key("pumuki")
      .begin_object()
      .member("declared", inventory.declared_range.has_value())
      .member("declaredRange", inventory.declared_range)
      .member("installed", inventory.installed)
      .member("installedVersion", inventory.installed_version)
      .member("packageJsonPath", text_if(inventory.installed, "node_modules/pumuki/package.json"))
      .member("binPath", text_if(inventory.bin, "node_modules/.bin/pumuki"))
      .member("binPresent", inventory.bin)
      .end_object();
  json.end_object();
}

void write_issues(JsonWriter& json, const std::vector<Issue>& issues) {
  json.begin_array();
  for (const Issue& issue : issues) {
    json.begin_object()
        .member("severity", issue.severity)
        .member("message", issue.message)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void write_policies(JsonWriter& json, const std::vector<policy::StagePolicy>& policies) {
  json.begin_object().key("stages").begin_object();
  for (const policy::StagePolicy& policy : policies) {
    json.key(stage_name(policy.stage))
        .begin_object()
        .member("source", policy.source)
        .member("bundle", policy.bundle)
        .member("hash", policy.hash)
        .member("version", policy.version)
        .member("signature", policy.signature)
        .member("policySource", policy.policy_source)
        .member("validationStatus", policy.validation.status)
        .member("validationCode", code_text(policy.validation.code))
        .member("strict", policy.validation.strict)
        .end_object();
  }
  json.end_object().end_object();
}

void write_features(JsonWriter& json, const FeatureStates& features) {
  json.begin_object().key("features").begin_object();
  for (std::size_t i = 0; i < features.size(); ++i) {
    const policy::FeatureState& state = features.at(i);
    json.key(policy::feature_name(policy::k_all_features.at(i)))
        .begin_object()
        .member("layer", "experimental")
        .member("mode", policy::feature_mode_name(state.mode))
        .member("source", state.source)
        .member("blocking", state.mode == policy::FeatureMode::Strict)
        .member("activationVariable", state.activation_variable)
        .member("legacyActivationVariable", state.legacy_variable)
        .end_object();
  }
  json.end_object().end_object();
}

void write_lifecycle(JsonWriter& json, const LifecycleReport& report) {
  json.begin_object();
  write_lifecycle_members(json, report);
  json.end_object();
}

void write_lifecycle_members(JsonWriter& json, const LifecycleReport& report) {
  json.member("repoRoot", report.repo_root).member("packageVersion", report.version.effective);
  json.key("version");
  write_version(json, report);
  json.key("lifecycleState");
  write_stored(json, report.stored);
  json.key("hookStatus").begin_object();
  write_hook(json, "pre-commit", report.pre_commit);
  write_hook(json, "pre-push", report.pre_push);
  json.end_object()
      .member("hooksDirectory", report.hooks_dir)
      .member("hooksDirectoryResolution", "git-rev-parse")
      .member("trackedNodeModulesCount", report.tracked_node_modules);
  json.key("dependencyInventory");
  write_inventory(json, report.inventory);
  json.key("policyValidation");
  write_policies(json, report.policies);
  json.key("experimentalFeatures");
  write_features(json, report.features);
  json.key("issues");
  write_issues(json, report.issues);
}

}  // namespace pumuki::lifecycle
