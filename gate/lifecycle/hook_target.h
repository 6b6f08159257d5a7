#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"
#include "gate/lifecycle/hook_block.h"

#include <sys/types.h>

#include <string>
#include <string_view>

namespace pumuki::lifecycle {

/// A program that manages hooks of its own.
enum class Manager { None, Husky, Lefthook, PreCommit, Overcommit };
/// "none", "husky", "lefthook", "pre-commit", "overcommit"
std::string_view manager_name(Manager manager);
std::optional<Manager> manager_from_name(std::string_view name);

/// The folder git runs hooks from, and who made it.
struct HooksFolder {
  /// Links resolved.
  std::string path;
  /// "default" or "core.hooksPath"; a setting that names the default folder counts as default.
  std::string found_by = "default";
  /// Outside the work tree and the git folder: other repositories use it too.
  bool shared = false;
  /// A link inside the repository leads out of it.
  bool linked_outside = false;
  /// The folder the user writes husky hooks in; empty without husky. git then runs `path`, whose
  /// scripts are husky's own where it ends in "/_".
  std::string husky_folder;

  /// Where the file of the user is ("/x/.husky", "/x/.git/hooks").
  [[nodiscard]] const std::string& user_folder() const {
    return husky_folder.empty() ? path : husky_folder;
  }
  /// husky 9: its own script starts the user's file with `sh -e`, so that needs no execute bit.
  [[nodiscard]] bool started_by_husky() const {
    return !husky_folder.empty() && husky_folder != path;
  }
};

/// Asks git once (`rev-parse --git-path hooks`). Errors: those of git.
Result<HooksFolder> find_hooks_folder(const git::Layout& layout, const Environment& environment);

/// One hook as it is now.
struct HookFile {
  HookKind kind;
  /// As git (or husky) opens it.
  std::string path;
  /// The file itself, links resolved; equal to `path` when it is no link or not there.
  std::string real;
  bool exists = false;
  bool is_link = false;
  /// A link that leads nowhere or out of the repository.
  bool linked_outside = false;
  mode_t mode = 0;
  std::string text;
};

/// Error NotReadable, TooLarge (over k_max_config_bytes).
Result<HookFile> read_hook(const git::Layout& layout, const HooksFolder& folder,
                           const HookKind& kind);

/// Who wrote the hook's text, by the words its generator puts in.
Manager generator_of(std::string_view hook_text);

/// The manager of this repository: by the hooks folder, by generated hooks, by lefthook's
/// configuration file.
Manager find_manager(const git::Layout& layout, const HooksFolder& folder);

/// The path of lefthook's configuration in the top level; empty without one.
std::string lefthook_config(const std::string& top_level);

/// Is `path` (absolute, links resolved) in the work tree, the git folder or the main work tree of
/// this repository?
bool in_repository(const git::Layout& layout, std::string_view path);

}  // namespace pumuki::lifecycle
