#pragma once

#include "gate/core/result.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::git {

/// Where the parts of a repository are; absolute paths, links resolved.
struct Layout {
  /// Top of the work tree; empty in a bare repository.
  std::string top_level;
  std::string git_dir;
  /// Shared by linked worktrees.
  std::string common_dir;
  /// The folder git runs hooks from (core.hooksPath, worktrees and submodules honoured).
  std::string hooks_dir;
};

/// HEAD and its upstream (gate §6). Branch names are bytes as git prints them.
struct Head {
  /// "HEAD" when detached; nothing on a branch without commits.
  std::optional<std::string> branch;
  /// The branch HEAD names, also when it has no commits yet; nothing when detached.
  std::optional<std::string> symbolic_branch;
  /// Short name ("origin/x"); nothing without one or when the tracking reference is gone.
  std::optional<std::string> upstream;
  std::size_t ahead = 0;
  std::size_t behind = 0;
};

/// One line of `git status --short`: its two columns and the path.
struct StatusEntry {
  /// ' ' for unchanged; '?' in both columns for untracked.
  char index = ' ';
  char work_tree = ' ';
  /// The new name of a rename. Bytes, relative to the top level, '/' between folders; an untracked
  /// folder ends in '/'.
  std::string path;
  std::optional<std::string> original_path;
  /// Octal mode and object id of the index side, from the plumbing back end only; empty for an
  /// untracked or unmerged path.
  std::string index_mode = {};
  std::string index_blob = {};
};

struct Status {
  Head head;
  std::vector<StatusEntry> entries;

  /// Entries whose first column is neither blank nor '?'.
  [[nodiscard]] std::size_t staged() const;
  /// Entries whose second column is not blank; untracked ones count.
  [[nodiscard]] std::size_t unstaged() const;
};

enum class Untracked {
  /// An untracked folder is one entry.
  Folders,
  /// Every untracked file is an entry.
  Files,
};

/// Local configuration (`git config --local`), names as git prints them: section and key
/// lower-cased, subsection kept
/// ("pumuki.sdd.session.updatedat"). Of repeated names the last counts. Use find_config() with the
/// lower-cased name.
using Config = std::map<std::string, std::string, std::less<>>;

/// The value; nothing when unset or empty.
std::optional<std::string> find_config(const Config& config, std::string_view name);

/// What the product asks of git. Reads only; never fetches, never takes index.lock.
/// Two real back ends (git plumbing, libgit2) and an in-memory twin pass one shared test suite.
/// Errors: GitFailed, GitDubiousOwnership, GitFormatUnsupported, NoRepository, ProcessFailed,
/// ProcessTimeout. One object is used by one thread at a time.
class Repository {
 public:
  Repository() = default;
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;
  virtual ~Repository() = default;

  virtual Result<Layout> layout() = 0;
  virtual Result<Head> head() = 0;
  /// HEAD, upstream and the changed paths in one look at the tree.
  virtual Result<Status> status(Untracked untracked) = 0;
  virtual Result<Config> local_config() = 0;
  /// Local branches whose tip is reachable from HEAD, sorted by byte, without the current branch
  /// and without those checked out in other worktrees. Empty on a branch without commits.
  virtual Result<std::vector<std::string>> merged_branches() = 0;
  /// Number of tracked files in a folder below the top level ("node_modules").
  virtual Result<std::size_t> tracked_files_in(std::string_view folder) = 0;
};

/// True when `folder` itself has an entry ".git" (folder or file): what gate §6 calls "available".
bool has_git_entry(const std::string& folder);

}  // namespace pumuki::git
