#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/evidence/document.h"
#include "gate/git/repository.h"
#include "gate/lifecycle/repo_state.h"
#include "gate/policy/features.h"
#include "gate/policy/stage_policy.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::lifecycle {

struct LifecycleContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the repository root.
  std::string root;
  git::Repository& repository;
};

/// Raw local configuration; unset keys are nothing.
struct StoredState {
  std::optional<std::string> installed;
  std::optional<std::string> version;
  std::optional<std::string> hooks;
  std::optional<std::string> installed_at;
  std::optional<std::string> managed_artifacts;
};

struct Inventory {
  bool node_modules = false;
  bool package_json = false;
  bool lockfile = false;
  /// Range in package.json.
  std::optional<std::string> declared_range;
  /// node_modules/pumuki/package.json exists.
  bool installed = false;
  std::optional<std::string> installed_version;
  /// node_modules/.bin/pumuki exists.
  bool bin = false;
};

/// In the order of policy::k_all_features.
using FeatureStates = std::array<policy::FeatureState, policy::k_all_features.size()>;

struct Issue {
  /// "error" or "warning"
  std::string severity;
  std::string message;
};

/// The lifecycle object of the enterprise server (contract: enterprise-server §4).
struct LifecycleReport {
  std::string repo_root;
  PackageVersion version;
  StoredState stored;
  std::string hooks_dir;
  HookState pre_commit = HookState::Missing;
  HookState pre_push = HookState::Missing;
  std::size_t tracked_node_modules = 0;
  Inventory inventory;
  std::vector<policy::StagePolicy> policies;
  FeatureStates features;
  std::vector<Issue> issues;
};

/// Nothing when git names no top level there: a bare repository, or one that git refuses.
/// `evidence` is the state of the evidence file: what it says about itself makes the issues.
/// Error: git could not be run, or named a top level and then could not answer.
Result<std::optional<LifecycleReport>> read_lifecycle(const LifecycleContext& context,
                                                      const evidence::Summary& evidence);
void write_lifecycle(JsonWriter& json, const LifecycleReport& report);
/// The same without the braces, for documents that add to it.
void write_lifecycle_members(JsonWriter& json, const LifecycleReport& report);

/// One policy per stage, in their order.
std::vector<policy::StagePolicy> policies_of_all_stages(const policy::PolicyContext& context);
FeatureStates states_of_all_features(const Environment& environment);
/// {stages:{PRE_WRITE:{source,…}, …}}
void write_policies(JsonWriter& json, const std::vector<policy::StagePolicy>& policies);
/// {features:{analytics:{layer,mode,…}, …}}
void write_features(JsonWriter& json, const FeatureStates& features);

Inventory read_inventory(const std::string& root);
/// At most one issue, from a valid file only.
std::vector<Issue> evidence_issues(const evidence::Summary& evidence);

}  // namespace pumuki::lifecycle
