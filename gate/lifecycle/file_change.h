#pragma once

#include "gate/core/result.h"

#include <sys/types.h>

#include <optional>
#include <string>

namespace pumuki::lifecycle {

/// One file that install or uninstall would leave in another state. Plans are lists of these, so
/// that a dry run shows exactly what a run does.
struct FileChange {
  /// Absolute, no link at its end.
  std::string path;
  /// Nothing: there is no file.
  std::optional<std::string> before = {};
  /// Nothing: there will be none.
  std::optional<std::string> after = {};
  mode_t mode_before = 0;
  mode_t mode_after = 0644;
  /// The present file lives on under this name as well; it exists before `path` changes, so at no
  /// instant is the user's text without a name.
  std::optional<std::string> keep_as = {};
  /// `after` arrives by renaming this file.
  std::optional<std::string> take_from = {};

  [[nodiscard]] bool changes_something() const;
};

/// Old or new, never half: temporary file in the same folder, fsync, rename. Missing folders are
/// made; owner and group of a replaced file are kept where permitted. Error NotWritable.
Result<void> apply_change(const FileChange& change);

/// A unified diff of the one place where such a change differs, with its header lines; bytes that
/// do not print are kept. Empty when nothing changes.
std::string change_diff(const FileChange& change);

}  // namespace pumuki::lifecycle
