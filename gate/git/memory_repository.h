#pragma once

#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::git {

/// What an in-memory repository consists of. Commits are any texts; every map may stay empty.
struct MemoryState {
  Layout layout{.top_level = "/repo",
                .git_dir = "/repo/.git",
                .common_dir = "/repo/.git",
                .hooks_dir = "/repo/.git/hooks"};
  /// A commit's parents. Roots may be left out.
  std::map<std::string, std::vector<std::string>> parents;
  /// Local branch → commit.
  std::map<std::string, std::string> branches;
  /// Name as in Head::upstream ("origin/main") → commit.
  std::map<std::string, std::string> tracking;
  /// Local branch → name in `tracking`, which may be gone.
  std::map<std::string, std::string> upstreams;
  /// Branches that other worktrees have checked out.
  std::set<std::string> other_worktrees;
  /// The branch HEAD names, which has no commits yet unless it is in `branches`; nothing when HEAD
  /// is detached at `detached_at`.
  std::optional<std::string> head_branch = "main";
  std::string detached_at;
  /// Answer of status(); untracked folders stand as one entry.
  std::vector<StatusEntry> entries;
  /// Answer with Untracked::Files; `entries` when nothing.
  std::optional<std::vector<StatusEntry>> entries_with_files;
  Config config;
  /// Paths below the top level.
  std::vector<std::string> tracked_files;
  /// Every question fails with it.
  std::optional<Error> failure;
};

/// The twin for tests without a disk: computes the answers from a MemoryState. Copies share
/// nothing.
class MemoryRepository final : public Repository {
 public:
  explicit MemoryRepository(MemoryState state) : state_(std::move(state)) {}

  /// May be changed between questions.
  [[nodiscard]] MemoryState& state() { return state_; }

  Result<Layout> layout() override;
  Result<Head> head() override;
  Result<Status> status(Untracked untracked) override;
  Result<Config> local_config() override;
  Result<std::vector<std::string>> merged_branches() override;
  Result<std::size_t> tracked_files_in(std::string_view folder) override;

 private:
  [[nodiscard]] std::set<std::string> reachable_from(const std::string& commit) const;
  /// Nothing on a branch without commits.
  [[nodiscard]] std::optional<std::string> head_commit() const;

  MemoryState state_;
};

}  // namespace pumuki::git
