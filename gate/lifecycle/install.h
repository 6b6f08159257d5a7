#pragma once

#include "gate/lifecycle/file_change.h"
#include "gate/lifecycle/hook_target.h"
#include "gate/lifecycle/report.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::lifecycle {

inline constexpr Markers k_exclude_markers{"# >>> pumuki-runtime-artifacts >>>",
                                           "# <<< pumuki-runtime-artifacts <<<"};

/// Keys of the local git configuration that install sets and uninstall clears (contract:
/// sdd-and-lifecycle §4).
inline constexpr std::array<std::string_view, 4> k_lifecycle_keys{
    "pumuki.installed", "pumuki.version", "pumuki.hooks", "pumuki.installed-at"};
/// Paths below the root, comma between them, that install made in one work tree; the key's
/// subsection is the root, since work trees share the configuration.
std::string artefacts_key(const std::string& root);

enum class Position { Auto, First, Last };

struct InstallOptions {
  std::vector<HookKind> hooks{k_hook_kinds[0], k_hook_kinds[1]};
  Position position = Position::Auto;
  /// Nothing: find out.
  std::optional<Manager> manager;
  /// Write into a hooks folder that other repositories use too.
  bool shared = false;
  /// In spite of tracked node_modules or evidence that says blocked.
  bool force = false;
  /// Add the entry to lefthook-local.yml instead of only showing it.
  bool write_manager_config = false;
  /// Absolute path of the executable `pumuki` for the hooks.
  std::string program;
};

/// What happens to one hook.
struct HookPlan {
  HookKind kind;
  std::string path;
  /// "created", "changed", "unchanged", "wrapped" (the user's file becomes <hook>.user), "left" (a
  /// manager's own file stays as it is)
  std::string action = {};
  /// "first", "last", "kept", "only"; empty where no block is written.
  std::string position = {};
  FileChange change = {};
};

struct InstallPlan {
  git::Layout layout;
  HooksFolder folder;
  Manager manager = Manager::None;
  std::vector<HookPlan> hooks;
  /// Everything else that is known beforehand: exclude block, gate.json, manager configuration.
  std::vector<FileChange> files;
  /// Made after the rest, because their text depends on it.
  bool makes_contract = false;
  bool makes_evidence = false;
  /// Keys to set; empty when they already say so.
  std::vector<std::pair<std::string, std::string>> config;
  /// For people: what was chained and how, what to do by hand.
  std::vector<std::string> notes;

  [[nodiscard]] bool changes_something() const;
};

/// Looks, writes nothing. Errors: InstallRefused (exit 1: shared or linked-away folder, damaged
/// block, a foreign <hook>.user, tracked node_modules, blocked evidence), BareRepository, and those
/// of git and files.
Result<InstallPlan> plan_install(const LifecycleContext& context, const InstallOptions& options);

/// Carries it out: hooks first, then files, contract, evidence, and the configuration last. Each
/// file is old or new at every instant; a run that was cut short is finished by the next one.
Result<void> apply_install(const LifecycleContext& context, const InstallPlan& plan);

/// The entries a person can add to the manager's own configuration; empty for managers that need
/// none.
std::string manager_entry(Manager manager, const InstallOptions& options);

}  // namespace pumuki::lifecycle
