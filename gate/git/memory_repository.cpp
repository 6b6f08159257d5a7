#include "gate/git/memory_repository.h"

#include <algorithm>

namespace pumuki::git {
namespace {

std::size_t count_missing(const std::set<std::string>& of, const std::set<std::string>& in) {
  return static_cast<std::size_t>(
      std::ranges::count_if(of, [&](const auto& commit) { return !in.contains(commit); }));
}

}  // namespace

std::set<std::string> MemoryRepository::reachable_from(const std::string& commit) const {
  std::set<std::string> seen;
  std::vector<std::string> open{commit};
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    const auto parents = state_.parents.find(next);
    if (seen.insert(next).second && parents != state_.parents.end()) {
      open.insert(open.end(), parents->second.begin(), parents->second.end());
    }
  }
  return seen;
}

std::optional<std::string> MemoryRepository::head_commit() const {
  if (!state_.head_branch) {
    return state_.detached_at;
  }
  const auto tip = state_.branches.find(*state_.head_branch);
  return tip == state_.branches.end() ? std::nullopt : std::optional{tip->second};
}

Result<Layout> MemoryRepository::layout() {
  if (state_.failure) {
    return std::unexpected{*state_.failure};
  }
  return state_.layout;
}

Result<Head> MemoryRepository::head() {
  if (state_.failure) {
    return std::unexpected{*state_.failure};
  }
  Head head;
  if (!state_.head_branch) {
    head.branch = "HEAD";
    return head;
  }
  head.symbolic_branch = state_.head_branch;
  const auto commit = head_commit();
  if (commit) {
    head.branch = state_.head_branch;
  }
  const auto upstream = state_.upstreams.find(*state_.head_branch);
  if (upstream == state_.upstreams.end() || !state_.tracking.contains(upstream->second)) {
    return head;
  }
  head.upstream = upstream->second;
  if (commit) {
    const auto ours = reachable_from(*commit);
    const auto theirs = reachable_from(state_.tracking.at(upstream->second));
    head.ahead = count_missing(ours, theirs);
    head.behind = count_missing(theirs, ours);
  }
  return head;
}

Result<Status> MemoryRepository::status(Untracked untracked) {
  auto found = head();
  if (!found) {
    return fail(std::move(found.error()));
  }
  const bool files = untracked == Untracked::Files && state_.entries_with_files;
  return Status{.head = std::move(*found),
                .entries = files ? *state_.entries_with_files : state_.entries};
}

Result<Config> MemoryRepository::local_config() {
  if (state_.failure) {
    return std::unexpected{*state_.failure};
  }
  return state_.config;
}

Result<std::vector<std::string>> MemoryRepository::merged_branches() {
  if (state_.failure) {
    return std::unexpected{*state_.failure};
  }
  std::vector<std::string> merged;
  const auto commit = head_commit();
  if (!commit) {
    return merged;
  }
  const auto reachable = reachable_from(*commit);
  for (const auto& [name, tip] : state_.branches) {
    if (name != state_.head_branch && !state_.other_worktrees.contains(name) &&
        reachable.contains(tip)) {
      merged.push_back(name);
    }
  }
  return merged;
}

Result<std::size_t> MemoryRepository::tracked_files_in(std::string_view folder) {
  if (state_.failure) {
    return std::unexpected{*state_.failure};
  }
  const std::string prefix = std::string{folder} + '/';
  return static_cast<std::size_t>(std::ranges::count_if(
      state_.tracked_files,
      [&](const std::string& path) { return path == folder || path.starts_with(prefix); }));
}

}  // namespace pumuki::git
