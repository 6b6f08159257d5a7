#include "gate/lifecycle/repo_state.h"

#include "gate/core/version.h"
#include "gate/lifecycle/hooks.h"
#include "gate/lifecycle/manifests.h"

#include <array>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_installed_manifest = "node_modules/pumuki/package.json";
constexpr std::string_view k_source_variable = "PUMUKI_RUNTIME_EXECUTION_SOURCE";
constexpr std::string_view k_source_bin = "source-bin";

std::string below(const std::string& root, std::string_view relative) {
  return root + '/' + std::string{relative};
}

void take_head(git::Head head, GitState& git) {
  git.branch = std::move(head.branch);
  git.upstream = std::move(head.upstream);
  git.ahead = head.ahead;
  git.behind = head.behind;
}

void take_status(git::Status status, GitState& git) {
  git.staged = status.staged();
  git.unstaged = status.unstaged();
  git.pending_changes = status.entries.size();
  git.dirty = git.pending_changes > 0;
  take_head(std::move(status.head), git);
}

void write_git(JsonWriter& writer, const GitState& git) {
  writer.begin_object()
      .member("available", git.available)
      .member("branch", git.branch)
      .member("upstream", git.upstream)
      .member("ahead", git.ahead)
      .member("behind", git.behind)
      .member("dirty", git.dirty)
      .member("staged", git.staged)
      .member("unstaged", git.unstaged)
      .member("pending_changes", git.pending_changes)
      .end_object();
}

void write_lifecycle_state(JsonWriter& writer, const LifecycleState& state) {
  writer.begin_object()
      .member("installed", state.installed)
      .member("package_version", state.version.effective)
      .member("lifecycle_version", state.version.effective)
      .member("package_version_source", state.version.source)
      .member("package_version_runtime", state.version.runtime)
      .member("package_version_installed", state.version.installed);
  writer.key("hooks")
      .begin_object()
      .member("pre_commit", hook_state_name(state.pre_commit))
      .member("pre_push", hook_state_name(state.pre_push))
      .end_object();
  if (state.hard_mode) {
    writer.key("hard_mode")
        .begin_object()
        .member("enabled", state.hard_mode->enabled)
        .member("profile", state.hard_mode->profile)
        .member("config_path", policy::k_hard_mode_file)
        .end_object();
  }
  writer.end_object();
}

}  // namespace

std::string_view hook_state_name(HookState state) {
  static constexpr std::array<std::string_view, 3> k_names{"missing", "managed", "unmanaged"};
  return k_names.at(static_cast<std::size_t>(state));
}

PackageVersion read_package_version(const Environment& environment, const std::string& root) {
  PackageVersion version;
  version.runtime = product_version();
  version.installed = read_manifest(below(root, k_installed_manifest)).version;
  if (environment.get(k_source_variable) == k_source_bin) {
    version.effective = version.runtime;
    version.source = k_source_bin;
  } else if (version.installed) {
    version.effective = *version.installed;
    version.source = "consumer-node-modules";
  } else {
    version.effective = version.runtime;
    version.source = "runtime-package";
  }
  return version;
}

Result<GitState> read_git_state(git::Repository& repository) {
  const auto layout = repository.layout();
  if (!layout) {
    return fail(layout.error(), "while looking for the repository");
  }
  GitState git;
  git.available = true;
  if (layout->top_level.empty()) {
    auto head = repository.head();
    if (!head) {
      return fail(std::move(head.error()), "while reading HEAD");
    }
    take_head(std::move(*head), git);
    return git;
  }
  auto status = repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(std::move(status.error()), "while reading the state of the work tree");
  }
  take_status(std::move(*status), git);
  return git;
}

Result<RepoState> read_repo_state(const Environment& environment, const std::string& root,
                                  git::Repository* repository) {
  RepoState state;
  state.repo_root = root;
  state.lifecycle.version = read_package_version(environment, root);
  state.lifecycle.hard_mode = policy::read_hard_mode_file(root);
  if (repository == nullptr || !git::has_git_entry(root)) {
    return state;
  }
  auto git = read_git_state(*repository);
  if (!git) {
    return fail(std::move(git.error()));
  }
  state.git = std::move(*git);
  const auto layout = repository->layout();
  if (!layout) {
    return fail(layout.error(), "while looking for the hooks");
  }
  auto config = repository->local_config();
  if (!config) {
    return fail(std::move(config.error()), "while reading the git configuration");
  }
  state.lifecycle.installed = git::find_config(*config, "pumuki.installed") == "true";
  state.lifecycle.pre_commit = hook_state(layout->hooks_dir, "pre-commit");
  state.lifecycle.pre_push = hook_state(layout->hooks_dir, "pre-push");
  return state;
}

void write_repo_state(JsonWriter& writer, const RepoState& state) {
  writer.begin_object().member("repo_root", state.repo_root);
  writer.key("git");
  write_git(writer, state.git);
  writer.key("lifecycle");
  write_lifecycle_state(writer, state.lifecycle);
  writer.end_object();
}

}  // namespace pumuki::lifecycle
