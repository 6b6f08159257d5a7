#pragma once

#include "gate/core/environment.h"
#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"
#include "gate/policy/hard_mode.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::lifecycle {

/// The git half of `repo_state` (gate §6). Zero and nothing when not available.
struct GitState {
  /// An entry ".git" exists in the root itself; a sub-folder of a repository is not available.
  bool available = false;
  /// "HEAD" when detached, nothing without commits.
  std::optional<std::string> branch;
  std::optional<std::string> upstream;
  std::size_t ahead = 0;
  std::size_t behind = 0;
  bool dirty = false;
  std::size_t staged = 0;
  /// Untracked entries count.
  std::size_t unstaged = 0;
  std::size_t pending_changes = 0;
};

/// A hook file of the hooks folder: managed when both block markers occur in it.
enum class HookState { Missing, Managed, Unmanaged };
/// "missing", "managed", "unmanaged"
std::string_view hook_state_name(HookState state);

/// Where the effective version comes from (enterprise-server §4).
struct PackageVersion {
  /// What the product reports as its version here.
  std::string effective;
  /// This program's own version.
  std::string runtime;
  /// Version of node_modules/pumuki of the repository.
  std::optional<std::string> installed;
  /// "runtime-package", "consumer-node-modules" or "source-bin".
  std::string source;
};

struct LifecycleState {
  bool installed = false;
  PackageVersion version;
  HookState pre_commit = HookState::Missing;
  HookState pre_push = HookState::Missing;
  /// The file .pumuki/hard-mode.json; the environment does not count here.
  std::optional<policy::HardMode> hard_mode;
};

/// The member `repo_state` of a gate result.
struct RepoState {
  std::string repo_root;
  GitState git;
  LifecycleState lifecycle;
};

/// The git half alone; asks layout() and status(Folders), or head() in a bare repository. Error:
/// git cannot answer.
Result<GitState> read_git_state(git::Repository& repository);

/// Looks at the repository at `root`. `repository` answers for the same folder; null, or no entry
/// ".git" in `root`: git is not available, which is a result. Asks local_config() beside
/// read_git_state(). Error: git cannot answer although ".git" is
/// there.
Result<RepoState> read_repo_state(const Environment& environment, const std::string& root,
                                  git::Repository* repository);

/// The object of gate §11, absent values as null, hard_mode left out when there is none.
void write_repo_state(JsonWriter& writer, const RepoState& state);

/// Version facts of the repository at `root`.
PackageVersion read_package_version(const Environment& environment, const std::string& root);

}  // namespace pumuki::lifecycle
