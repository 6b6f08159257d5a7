#include "gate/lifecycle/report.h"

#include "gate/core/files.h"
#include "gate/lifecycle/hooks.h"
#include "gate/lifecycle/manifests.h"

#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_node_modules = "node_modules";
constexpr std::string_view k_installed_manifest = "node_modules/pumuki/package.json";
constexpr std::string_view k_installed_program = "node_modules/.bin/pumuki";

std::string below(const std::string& root, std::string_view relative) {
  return root + '/' + std::string{relative};
}

StoredState read_stored(const git::Config& config) {
  return {.installed = git::find_config(config, "pumuki.installed"),
          .version = git::find_config(config, "pumuki.version"),
          .hooks = git::find_config(config, "pumuki.hooks"),
          .installed_at = git::find_config(config, "pumuki.installed-at"),
          .managed_artifacts = git::find_config(config, "pumuki.openspec.managed-artifacts")};
}

/// git ran and names no top level.
bool is_refusal(Code code) {
  return code == Code::NoRepository || code == Code::GitFailed ||
         code == Code::GitDubiousOwnership || code == Code::GitFormatUnsupported;
}

}  // namespace

std::vector<policy::StagePolicy> policies_of_all_stages(const policy::PolicyContext& context) {
  std::vector<policy::StagePolicy> policies;
  for (const Stage stage : k_all_stages) {
    policies.push_back(policy::policy_of_stage(context, stage));
  }
  return policies;
}

FeatureStates states_of_all_features(const Environment& environment) {
  FeatureStates states;
  for (std::size_t i = 0; i < policy::k_all_features.size(); ++i) {
    states.at(i) = policy::feature_state(environment, policy::k_all_features.at(i));
  }
  return states;
}

Inventory read_inventory(const std::string& root) {
  Inventory inventory;
  inventory.node_modules = is_directory(below(root, k_node_modules));
  inventory.package_json = is_regular_file(below(root, "package.json"));
  inventory.lockfile = is_regular_file(below(root, "package-lock.json"));
  inventory.declared_range = read_manifest(below(root, "package.json")).pumuki_range;
  inventory.installed = is_regular_file(below(root, k_installed_manifest));
  inventory.installed_version = read_manifest(below(root, k_installed_manifest)).version;
  inventory.bin = is_regular_file(below(root, k_installed_program));
  return inventory;
}

std::vector<Issue> evidence_issues(const evidence::Summary& evidence) {
  if (evidence.kind != evidence::Kind::Valid) {
    return {};
  }
  const evidence::GateFacts& facts = evidence.facts;
  if (facts.snapshot_outcome == "BLOCK" || facts.ai_gate_status == "BLOCKED" ||
      facts.severity_gate_status == "BLOCKED") {
    return {{"error", "The evidence says the work is blocked: fix the findings it lists."}};
  }
  if (facts.snapshot_outcome == "WARN") {
    return {{"warning", "The evidence carries warnings: look at the findings it lists."}};
  }
  return {};
}

Result<std::optional<LifecycleReport>> read_lifecycle(const LifecycleContext& context,
                                                      const evidence::Summary& evidence) {
  auto layout = context.repository.layout();
  if (!layout && !is_refusal(layout.error().code)) {
    return fail(std::move(layout.error()), "while looking for the repository");
  }
  if (!layout || layout->top_level.empty()) {
    return std::nullopt;
  }
  const auto config = context.repository.local_config();
  if (!config) {
    return fail(config.error(), "while reading the git configuration");
  }
  const auto tracked = context.repository.tracked_files_in(k_node_modules);
  if (!tracked) {
    return fail(tracked.error(), "while counting tracked files");
  }
  LifecycleReport report;
  report.repo_root = std::move(layout->top_level);
  report.version = read_package_version(context.environment, context.root);
  report.stored = read_stored(*config);
  report.hooks_dir = std::move(layout->hooks_dir);
  report.pre_commit = hook_state(report.hooks_dir, "pre-commit");
  report.pre_push = hook_state(report.hooks_dir, "pre-push");
  report.tracked_node_modules = *tracked;
  report.inventory = read_inventory(context.root);
  report.policies = policies_of_all_stages({context.environment, context.clock, context.root});
  report.features = states_of_all_features(context.environment);
  report.issues = evidence_issues(evidence);
  return report;
}

}  // namespace pumuki::lifecycle
