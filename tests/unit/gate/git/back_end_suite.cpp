#include "tests/unit/gate/git/back_end_suite.h"

#include "gate/core/text.h"
#include "gate/git/libgit2_repository.h"
#include "gate/git/plumbing_repository.h"

#include <algorithm>

namespace pumuki::git {
namespace {

std::vector<std::string> records(const std::string& bytes) {
  std::vector<std::string> result;
  for (const auto part : split(bytes, '\0')) {
    result.emplace_back(part);
  }
  result.pop_back();
  return result;
}

std::vector<StatusEntry> parse_short(const std::string& bytes) {
  std::vector<StatusEntry> entries;
  const auto parts = records(bytes + '\0');
  for (std::size_t i = 0; i < parts.size() && !parts[i].empty(); ++i) {
    StatusEntry entry{.index = parts[i][0],
                      .work_tree = parts[i][1],
                      .path = parts[i].substr(3),
                      .original_path = std::nullopt};
    if (entry.index == 'R' || entry.index == 'C' || entry.work_tree == 'R') {
      entry.original_path = parts[++i];
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::unique_ptr<Repository> open_real(BackEnd kind, const std::string& folder,
                                      const Environment& environment) {
  return kind == BackEnd::Plumbing
             ? open_with_plumbing(folder, environment)
             : open_with_libgit2(folder, environment, std::make_shared<GitLibrary>(environment));
}

void mirror_references(test::RepoBuilder& repo, MemoryState& state) {
  const auto lines =
      repo.git({"for-each-ref", "--format=%(refname)%00%(objectname)%00%(upstream)"});
  for (const auto line : split(lines, '\n')) {
    const auto fields = split(line, '\0');
    if (fields.size() != 3) {
      continue;
    }
    std::string name{fields[0]};
    if (name.starts_with("refs/heads/")) {
      name.erase(0, 11);
      state.branches[name] = fields[1];
      if (!fields[2].empty()) {
        state.upstreams[name] = fields[2].substr(13);
      }
    } else if (name.starts_with("refs/remotes/")) {
      state.tracking[name.substr(13)] = fields[1];
    }
  }
}

void mirror_history(test::RepoBuilder& repo, MemoryState& state) {
  std::vector<std::string> command{"rev-list", "--parents", "--all"};
  if (repo.try_git({"rev-parse", "-q", "--verify", "HEAD"}).exit_code == 0) {
    command.emplace_back("HEAD");
  }
  const std::string lines = repo.git(command);
  for (const auto line : split(lines, '\n')) {
    const auto ids = split(line, ' ');
    auto& parents = state.parents[std::string{ids.front()}];
    parents.assign(ids.begin() + 1, ids.end());
  }
}

void mirror_head(test::RepoBuilder& repo, const std::string& folder, MemoryState& state) {
  try {
    state.head_branch = repo.git_in(folder, {"symbolic-ref", "-q", "HEAD"}).substr(11);
  } catch (const std::runtime_error&) {
    state.head_branch.reset();
    state.detached_at = repo.git_in(folder, {"rev-parse", "HEAD"});
  }
  const std::string lines = repo.git({"worktree", "list", "--porcelain"});
  for (const auto line : split(lines, '\n')) {
    if (line.starts_with("branch refs/heads/") && line.substr(18) != state.head_branch) {
      state.other_worktrees.emplace(line.substr(18));
    }
  }
}

}  // namespace

std::string back_end_name(const testing::TestParamInfo<BackEnd>& info) {
  switch (info.param) {
    case BackEnd::Plumbing:
      return "Plumbing";
    case BackEnd::Libgit2:
      return "Libgit2";
    case BackEnd::Memory:
      break;
  }
  return "Memory";
}

std::vector<std::string> lines_of(const std::vector<StatusEntry>& entries) {
  std::vector<std::string> lines;
  for (const StatusEntry& entry : entries) {
    lines.push_back(std::string{entry.index} + entry.work_tree + ' ' + entry.path);
  }
  return lines;
}

MemoryState BackEndSuite::mirror(const std::string& folder) {
  MemoryState state;
  mirror_history(repo_, state);
  mirror_references(repo_, state);
  mirror_head(repo_, folder, state);
  state.entries = parse_short(repo_.git_in(folder, {"status", "--short", "-z"}));
  state.entries_with_files =
      parse_short(repo_.git_in(folder, {"status", "--short", "-z", "--untracked-files=all"}));
  for (const auto& entry : records(repo_.git({"config", "--local", "--null", "--list"}))) {
    const auto newline = entry.find('\n');
    state.config[entry.substr(0, newline)] =
        newline == std::string::npos ? std::string{} : entry.substr(newline + 1);
  }
  state.tracked_files = records(repo_.git({"ls-files", "-z"}) + '\0');
  return state;
}

std::unique_ptr<Repository> BackEndSuite::open(const std::string& folder) {
  if (is_memory()) {
    return std::make_unique<MemoryRepository>(mirror(folder));
  }
  return open_real(GetParam(), folder, repo_.environment());
}

std::unique_ptr<Repository> BackEndSuite::open_alone(const std::string& folder) {
  if (!is_libgit2()) {
    return open(folder);
  }
  return open_real(GetParam(), folder, repo_.environment().with("PATH", "/nonexistent"));
}

std::unique_ptr<Repository> BackEndSuite::open_in(const std::string& folder,
                                                  const Environment& environment) {
  return open_real(GetParam(), folder, environment);
}

std::vector<std::string> BackEndSuite::changes(Untracked untracked) {
  const auto status = open()->status(untracked);
  if (!status) {
    return {describe(status.error())};
  }
  return lines_of(status->entries);
}

std::vector<std::string> BackEndSuite::short_status(const std::vector<std::string>& options) {
  std::vector<std::string> command{"status", "--short", "-z"};
  command.insert(command.end(), options.begin(), options.end());
  return lines_of(parse_short(repo_.git(command)));
}

}  // namespace pumuki::git
