#pragma once

#include "gate/verdict/scope.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::verdict {

/// One question of resolve_scope() on its way to the answer.
class ScopeFinder {
 public:
  using Commit = std::optional<std::string>;

  ScopeFinder(const ScopeContext& context, const ScopeQuestion& question)
      : context_{context}, question_{question}, changes_{context.changes} {}

  Result<JudgedScope> find() {
    switch (question_.stage) {
      case Stage::PrePush:
        return push();
      case Stage::Ci:
        return ci();
      case Stage::PreWrite:
      case Stage::PreCommit:
        break;
    }
    return index();
  }

 private:
  Result<JudgedScope> index();
  Result<JudgedScope> ci();
  Result<JudgedScope> push();
  Result<JudgedScope> pushed_lines(const std::vector<PushedRef>& refs);
  /// Without usable lines: what the upstream lacks.
  Result<JudgedScope> upstream_range(const std::vector<PushedRef>& refs);

  Result<Commit> ci_base();
  /// What CI compares with: the merge base, else the first parent.
  Result<std::string> compared_with(const std::string& base, const std::string& head);
  Result<std::string> first_parent();
  Result<JudgedPart> pushed_part(const PushedRef& ref, const std::vector<std::string>& known);
  /// The newest commit of the remote's branches that `head` has, else the parent of the oldest new
  /// commit; empty when everything is new.
  Result<std::string> fork_point(const std::string& head, const std::vector<std::string>& commits);
  Result<JudgedPart> range(std::string base, std::string head,
                           const std::vector<std::string>& commits);
  Result<Commit> first_commit_of(std::initializer_list<std::string> revisions);
  Result<std::vector<std::string>> known_remote_commits(const std::vector<PushedRef>& refs);
  Result<std::optional<std::string>> current_branch();
  Result<std::optional<Code>> misalignment(const std::vector<PushedRef>& refs);
  std::unexpected<Error> base_unknown(const std::string& what, const std::string& hint);

  const ScopeContext& context_;
  const ScopeQuestion& question_;
  git::Changes& changes_;
};

}  // namespace pumuki::verdict
