#include "gate/verdict/scope.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace pumuki::verdict {
namespace {

using Commit = std::optional<std::string>;

/// Ahead of a shared branch by this much, a topic branch that follows it is refused (gate §16).
constexpr std::size_t k_misaligned_from = 5;

bool is_blank(const std::optional<std::string>& text) { return !text || trim(*text).empty(); }

/// Finds the content of one question.
class Finder {
 public:
  Finder(const ScopeContext& context, const ScopeQuestion& question)
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

std::unexpected<Error> Finder::base_unknown(const std::string& what, const std::string& hint) {
  return fail(Code::BaseUnknown, "cannot determine what changed: " + what, hint);
}

Result<std::optional<std::string>> Finder::current_branch() {
  auto status = context_.repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(std::move(status.error()), "while looking for the branch");
  }
  // The name also before the first commit: the commit will be on it.
  return status->head.symbolic_branch;
}

Result<JudgedScope> Finder::index() {
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

Result<Commit> Finder::first_commit_of(std::initializer_list<std::string> revisions) {
  for (const std::string& revision : revisions) {
    auto commit = changes_.commit_of(revision);
    if (!commit || *commit) {
      return commit;
    }
  }
  return Commit{};
}

Result<JudgedPart> Finder::range(std::string base, std::string head,
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

Result<Commit> Finder::ci_base() {
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

Result<std::string> Finder::first_parent() {
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

Result<std::string> Finder::compared_with(const std::string& base, const std::string& head) {
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

Result<JudgedScope> Finder::ci() {
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

// --- PRE_PUSH

Result<JudgedScope> Finder::push() {
  const auto variable = context_.environment.get("PUMUKI_PRE_PUSH_STDIN");
  const std::optional<std::string> from_variable =
      variable ? std::optional<std::string>{*variable} : std::nullopt;
  const auto& lines = is_blank(from_variable) ? question_.pushed : from_variable;
  auto refs = parse_pushed_refs(lines.value_or(std::string{}));
  if (!refs) {
    return fail(std::move(refs.error()));
  }
  const auto usable =
      std::ranges::count_if(*refs, [](const PushedRef& ref) { return !ref.deletes(); });
  auto scope = refs->empty() || (usable > 1 && !question_.all_refs) ? upstream_range(*refs)
                                                                    : pushed_lines(*refs);
  if (!scope) {
    return scope;
  }
  if (!refs->empty()) {
    scope->destinations.emplace();
    for (const PushedRef& ref : *refs) {
      if (const auto branch = ref.branch(); branch && !ref.creates()) {
        scope->destinations->push_back(*branch);
      }
    }
  }
  const auto fault = misalignment(*refs);
  if (!fault) {
    return fail(fault.error());
  }
  scope->upstream_fault = scope->upstream_fault ? scope->upstream_fault : *fault;
  return scope;
}

Result<std::vector<std::string>> Finder::known_remote_commits(const std::vector<PushedRef>& refs) {
  std::vector<std::string> known;
  for (const PushedRef& ref : refs) {
    if (ref.creates() || std::ranges::find(known, ref.remote_id) != known.end()) {
      continue;
    }
    const auto commit = changes_.commit_of(ref.remote_id);
    if (!commit) {
      return fail(commit.error());
    }
    if (*commit) {
      known.push_back(ref.remote_id);
    }
  }
  return known;
}

Result<JudgedScope> Finder::pushed_lines(const std::vector<PushedRef>& refs) {
  const auto known = known_remote_commits(refs);
  if (!known) {
    return fail(known.error());
  }
  const auto head = changes_.commit_of("HEAD");
  if (!head) {
    return fail(head.error());
  }
  JudgedScope scope;
  for (const PushedRef& ref : refs) {
    if (ref.deletes() || ref.is_tag()) {
      continue;
    }
    auto part = pushed_part(ref, *known);
    if (!part) {
      return fail(std::move(part.error()), "while judging the push to " + ref.remote_ref);
    }
    scope.suspends_sdd = scope.suspends_sdd || part->scope.head != *head;
    scope.parts.push_back(std::move(*part));
  }
  return scope;
}

Result<JudgedPart> Finder::pushed_part(const PushedRef& ref,
                                       const std::vector<std::string>& known) {
  const auto head = changes_.commit_of(ref.local_id);
  if (!head) {
    return fail(head.error());
  }
  if (!*head) {
    return fail(Code::PushLineInvalid, "the commit " + ref.local_id + " is not in this repository");
  }
  const auto commits = changes_.new_commits(**head, known, true);
  if (!commits) {
    return fail(commits.error(), "while listing the new commits");
  }
  Result<std::string> base = ref.remote_id;
  if (std::ranges::find(known, ref.remote_id) == known.end()) {
    base = fork_point(**head, *commits);
  }
  if (!base) {
    return fail(std::move(base.error()));
  }
  auto part = range(std::move(*base), **head, *commits);
  if (part) {
    part->branch = ref.branch();
    part->ref = ref;
  }
  return part;
}

Result<std::string> Finder::fork_point(const std::string& head,
                                       const std::vector<std::string>& commits) {
  if (commits.empty()) {
    return head;
  }
  const std::string tracking = "refs/remotes/" + question_.remote + "/";
  for (const char* name : {"HEAD", "develop", "main", "master"}) {
    const auto candidate = changes_.commit_of(tracking + name);
    if (!candidate) {
      return fail(candidate.error());
    }
    if (!*candidate) {
      continue;
    }
    auto common = changes_.merge_base(**candidate, head);
    if (!common) {
      return fail(std::move(common.error()));
    }
    if (*common) {
      return std::move(**common);
    }
  }
  auto parent = changes_.commit_of(commits.back() + "^");
  if (!parent) {
    return fail(std::move(parent.error()));
  }
  return parent->value_or(std::string{});
}

Result<JudgedScope> Finder::upstream_range(const std::vector<PushedRef>& refs) {
  JudgedScope scope;
  const auto head = changes_.commit_of("HEAD");
  if (!head) {
    return fail(head.error());
  }
  if (!*head) {
    return scope;
  }
  const auto status = context_.repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(status.error(), "while looking for the upstream");
  }
  auto base = status->head.upstream ? changes_.commit_of("@{upstream}") : Result<Commit>{Commit{}};
  if (!base) {
    return fail(std::move(base.error()));
  }
  const bool no_upstream = !*base;
  const auto known = no_upstream ? std::vector<std::string>{} : std::vector{**base};
  const auto commits = changes_.new_commits(**head, known, true);
  if (!commits) {
    return fail(commits.error(), "while listing the new commits");
  }
  if (no_upstream) {
    auto fork = fork_point(**head, *commits);
    if (!fork) {
      return fail(std::move(fork.error()));
    }
    const bool creates = std::ranges::any_of(refs, &PushedRef::creates);
    if (fork->empty() && !refs.empty() && !creates) {
      scope.upstream_fault = Code::PrePushUpstreamMissing;
    }
    *base = std::move(*fork);
  }
  auto part = range(std::move(**base), **head, *commits);
  auto branch = current_branch();
  if (!part || !branch) {
    return fail(part ? std::move(branch.error()) : std::move(part.error()));
  }
  part->branch = std::move(*branch);
  scope.parts.push_back(std::move(*part));
  return scope;
}

/// A topic branch that follows a shared one would be pushed into it. Pushing it under a name of its
/// own is the cure, so that is let through.
Result<std::optional<Code>> Finder::misalignment(const std::vector<PushedRef>& refs) {
  static constexpr std::array<std::string_view, 5> k_topics{"feature/", "bugfix/", "refactor/",
                                                            "chore/", "docs/"};
  const auto status = context_.repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(status.error(), "while looking for the upstream");
  }
  const git::Head& head = status->head;
  if (!head.branch || !head.upstream || head.ahead < k_misaligned_from) {
    return std::nullopt;
  }
  const std::string followed = head.upstream->substr(head.upstream->find('/') + 1);
  const bool topic = std::ranges::any_of(
      k_topics, [&](std::string_view start) { return head.branch->starts_with(start); });
  const bool into_it = refs.empty() || std::ranges::any_of(refs, [&](const PushedRef& ref) {
                         return ref.branch() == followed;
                       });
  if (topic && into_it && (followed == "main" || followed == "develop")) {
    return Code::PrePushUpstreamMisaligned;
  }
  return std::nullopt;
}

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
  auto scope = Finder{context, question}.find();
  if (scope) {
    narrow(*scope, path_prefixes(context.environment));
  }
  return scope;
}

}  // namespace pumuki::verdict
