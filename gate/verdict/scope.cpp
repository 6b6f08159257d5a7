#include "gate/verdict/scope.h"

#include "gate/core/text.h"
#include "gate/verdict/scope_finder.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace pumuki::verdict {

std::unexpected<Error> ScopeFinder::base_unknown(const std::string& what, const std::string& hint) {
  return fail(Code::BaseUnknown, "cannot determine what changed: " + what, hint);
}

Result<std::optional<std::string>> ScopeFinder::current_branch() {
  auto status = context_.repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(std::move(status.error()), "while looking for the branch");
  }
  // The name also before the first commit: the commit will be on it.
  return status->head.symbolic_branch;
}

Result<JudgedScope> ScopeFinder::index() {
  JudgedPart part;
  auto staged = changes_.staged();
  if (!staged) {
    return fail(std::move(staged.error()), "while reading what is staged");
  }
  part.scope.changes = std::move(*staged);
  auto branch = current_branch();
  if (!branch) {
    return fail(std::move(branch.error()));
  }
  part.branch = std::move(*branch);
  JudgedScope scope;
  scope.parts.push_back(std::move(part));
  return scope;
}

Result<ScopeFinder::Commit> ScopeFinder::first_commit_of(
    std::initializer_list<std::string> revisions) {
  for (const std::string& revision : revisions) {
    auto commit = changes_.commit_of(revision);
    if (!commit || *commit) {
      return commit;
    }
  }
  return Commit{};
}

Result<JudgedPart> ScopeFinder::range(std::string base, std::string head,
                                      const std::vector<std::string>& commits) {
  JudgedPart part;
  part.scope.kind = collect::Scope::Kind::Range;
  auto changed = changes_.between(base, head);
  if (!changed) {
    return fail(std::move(changed.error()), "while comparing the commits");
  }
  auto introduced = changes_.introduced_by(commits);
  if (!introduced) {
    return fail(std::move(introduced.error()), "while reading the new commits");
  }
  part.scope.changes = std::move(*changed);
  part.scope.commit_changes = std::move(*introduced);
  part.scope.base = std::move(base);
  part.scope.head = std::move(head);
  return part;
}

// --- CI

Result<ScopeFinder::Commit> ScopeFinder::ci_base() {
  const auto named = question_.base ? question_.base : [&]() -> std::optional<std::string> {
    const auto variable = context_.environment.get("GITHUB_BASE_REF");
    return variable && !trim(*variable).empty() ? std::optional<std::string>{trim(*variable)}
                                                : std::nullopt;
  }();
  if (!named) {
    return first_commit_of({"refs/remotes/origin/main", "refs/heads/main", "HEAD"});
  }
  auto commit = first_commit_of({*named, "refs/remotes/origin/" + *named});
  if (commit && !*commit) {
    return base_unknown("the base " + *named + " is not in this clone",
                        "git fetch origin " + shell_quote(*named));
  }
  return commit;
}

Result<std::string> ScopeFinder::first_parent() {
  auto parent = changes_.commit_of("HEAD^");
  if (!parent) {
    return fail(std::move(parent.error()));
  }
  if (*parent) {
    return std::move(**parent);
  }
  const auto shallow = changes_.is_shallow();
  if (!shallow) {
    return fail(shallow.error());
  }
  if (*shallow) {
    return base_unknown("the clone is shallow and ends at HEAD", "git fetch --unshallow origin");
  }
  return std::string{};
}

Result<std::string> ScopeFinder::compared_with(const std::string& base, const std::string& head) {
  if (base == head) {
    return first_parent();
  }
  auto common = changes_.merge_base(base, head);
  if (!common) {
    return fail(std::move(common.error()), "while looking for the common commit");
  }
  if (*common) {
    // A base that has HEAD already says nothing about what HEAD brought.
    return **common == head ? first_parent() : Result<std::string>{**common};
  }
  const auto shallow = changes_.is_shallow();
  if (!shallow) {
    return fail(shallow.error());
  }
  if (*shallow) {
    return base_unknown("the clone is shallow and lacks the commit that HEAD and the base share",
                        "git fetch --unshallow origin");
  }
  return base;
}

Result<JudgedScope> ScopeFinder::ci() {
  auto head = changes_.commit_of("HEAD");
  if (!head) {
    return fail(std::move(head.error()));
  }
  if (!*head) {
    return index();
  }
  const auto named = ci_base();
  if (!named) {
    return fail(named.error());
  }
  auto base = compared_with(named->value_or(**head), **head);
  if (!base) {
    return fail(std::move(base.error()));
  }
  const auto known = base->empty() ? std::vector<std::string>{} : std::vector{*base};
  const auto commits = changes_.new_commits(**head, known, false);
  if (!commits) {
    return fail(commits.error(), "while listing the new commits");
  }
  auto part = range(std::move(*base), std::move(**head), *commits);
  if (!part) {
    return fail(std::move(part.error()));
  }
  auto branch = current_branch();
  if (!branch) {
    return fail(std::move(branch.error()));
  }
  part->branch = std::move(*branch);
  JudgedScope scope;
  scope.parts.push_back(std::move(*part));
  return scope;
}

namespace {

/// PUMUKI_GATE_SCOPE_PATH_PREFIXES, parted by ',' or ';'.
std::vector<std::string> path_prefixes(const Environment& environment) {
  std::vector<std::string> prefixes;
  std::string text{environment.get("PUMUKI_GATE_SCOPE_PATH_PREFIXES").value_or("")};
  std::ranges::replace(text, ';', ',');
  for (const std::string_view part : split(text, ',')) {
    if (!trim(part).empty()) {
      prefixes.emplace_back(trim(part));
    }
  }
  return prefixes;
}

void narrow(JudgedScope& scope, const std::vector<std::string>& prefixes) {
  if (prefixes.empty()) {
    return;
  }
  const auto outside = [&](const git::Change& change) {
    return std::ranges::none_of(
        prefixes, [&](const std::string& prefix) { return change.path.starts_with(prefix); });
  };
  for (JudgedPart& part : scope.parts) {
    std::erase_if(part.scope.changes, outside);
    std::erase_if(part.scope.commit_changes, outside);
  }
}

}  // namespace

std::vector<std::string> JudgedScope::paths() const {
  std::vector<std::string> all;
  for (const JudgedPart& part : parts) {
    for (const git::Change& change : part.scope.changes) {
      all.push_back(change.path);
      if (change.old_path) {
        all.push_back(*change.old_path);
      }
    }
  }
  return all;
}

Result<JudgedScope> resolve_scope(const ScopeContext& context, const ScopeQuestion& question) {
  auto scope = ScopeFinder{context, question}.find();
  if (scope) {
    narrow(*scope, path_prefixes(context.environment));
  }
  return scope;
}

}  // namespace pumuki::verdict
