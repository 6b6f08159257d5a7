#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::git {

enum class ChangeKind { Added, Modified, Deleted, Renamed, Copied, TypeChanged, Unmerged };

/// One path that differs between two trees, or between HEAD and the index.
struct Change {
  ChangeKind kind = ChangeKind::Modified;
  /// The new name; bytes, relative to the top level.
  std::string path;
  std::optional<std::string> old_path;
  /// Octal mode of the new side ("100644", "120000" link, "160000" submodule); "000000" for a
  /// deletion.
  std::string mode;
  /// Object id of the new side; empty for a deletion.
  std::string blob_id;
};

/// `bytes` is nothing when the object is missing or larger than the limit; `size` is known unless
/// it is missing (then 0).
using BlobVisitor = std::function<void(std::size_t index, std::optional<std::string_view> bytes,
                                       std::uint64_t size)>;

/// What hooks and CI ask of git beyond its state: which content a commit or a push would bring.
/// Plumbing only; reads the index that git names in the environment (GIT_INDEX_FILE), never the
/// work tree. One object is used by one thread at a time. Errors as Repository.
class Changes {
 public:
  Changes() = default;
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;
  virtual ~Changes() = default;

  /// The index against HEAD, or against the empty tree on a branch without commits. Intent-to-add
  /// entries are not there.
  virtual Result<std::vector<Change>> staged() = 0;
  /// Tree of `head` against the tree of `base` (object ids or revisions; an empty base is the empty
  /// tree).
  virtual Result<std::vector<Change>> between(const std::string& base, const std::string& head) = 0;
  /// What each of the commits (object ids) changed against its parents, all together: content that
  /// a later commit of a push took out again is still in there.
  virtual Result<std::vector<Change>> introduced_by(const std::vector<std::string>& commits) = 0;
  /// Contents through one `cat-file --batch`, however many. A name is an object id or a revision
  /// with a path (":src/a.cc" for the index, "HEAD:src/a.cc"); paths are bytes from the top level.
  virtual Result<void> read_blobs(const std::vector<std::string>& names, std::size_t max_bytes,
                                  const BlobVisitor& visit) = 0;
  /// Every path of the index (for names that collide by case).
  virtual Result<std::vector<std::string>> tracked_paths() = 0;
  /// Writes files as a checkout would below the existing folder `folder` (absolute), from the index
  /// or, when it is not empty, from `commit`; the index and the work tree stay as they are.
  virtual Result<void> export_files(const std::string& commit,
                                    const std::vector<std::string>& paths,
                                    const std::string& folder) = 0;
  /// Those of `paths` whose work-tree file is (or, by its times alone, may be) not what the index,
  /// or `commit` when it is not empty, holds.
  virtual Result<std::vector<std::string>> edited_since(const std::string& commit,
                                                        const std::vector<std::string>& paths) = 0;
  /// The commit a revision names; nothing when it names none.
  virtual Result<std::optional<std::string>> commit_of(const std::string& revision) = 0;
  virtual Result<std::optional<std::string>> merge_base(const std::string& a,
                                                        const std::string& b) = 0;
  /// Commits reachable from `head` and not from any of `known` (nor, with `not_on_remotes`, from
  /// any remote-tracking branch), newest first.
  virtual Result<std::vector<std::string>> new_commits(const std::string& head,
                                                       const std::vector<std::string>& known,
                                                       bool not_on_remotes) = 0;
  virtual Result<bool> is_shallow() = 0;
};

/// What staged() says, out of a status that was asked for anyway (plumbing back end; its renames
/// are git's). Nothing when a path is unmerged or the status has no object ids.
std::optional<std::vector<Change>> staged_changes(const Status& status);

/// `folder` and `environment` as for open_with_plumbing().
std::unique_ptr<Changes> open_changes(std::string folder, Environment environment);

}  // namespace pumuki::git
