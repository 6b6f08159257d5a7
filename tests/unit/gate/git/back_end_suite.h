#pragma once

#include "gate/git/memory_repository.h"
#include "gate/git/repository.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace pumuki::git {

enum class BackEnd { Plumbing, Libgit2, Memory };

std::string back_end_name(const testing::TestParamInfo<BackEnd>& info);

/// The two columns, a blank and the path: what a line of `git status --short` looks like.
std::vector<std::string> lines_of(const std::vector<StatusEntry>& entries);

/// One scenario, three implementations. The twin gets its state from the built repository through
/// git commands that no back end uses.
class BackEndSuite : public testing::TestWithParam<BackEnd> {
 protected:
  [[nodiscard]] bool is_memory() const { return GetParam() == BackEnd::Memory; }
  [[nodiscard]] bool is_libgit2() const { return GetParam() == BackEnd::Libgit2; }

  std::unique_ptr<Repository> open(const std::string& folder);
  std::unique_ptr<Repository> open() { return open(repo_.root()); }
  /// As open(), but libgit2 finds no git program: what it answers is its own.
  std::unique_ptr<Repository> open_alone(const std::string& folder);
  std::unique_ptr<Repository> open_alone() { return open_alone(repo_.root()); }

  /// A real back end with another environment, for example that of a hook.
  std::unique_ptr<Repository> open_in(const std::string& folder, const Environment& environment);

  /// The changed paths by open().
  std::vector<std::string> changes(Untracked untracked = Untracked::Folders);
  /// The same by `git status --short -z` itself.
  std::vector<std::string> short_status(const std::vector<std::string>& options = {});

  test::RepoBuilder repo_;

 private:
  MemoryState mirror(const std::string& folder);
};

}  // namespace pumuki::git
