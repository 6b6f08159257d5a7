#include "gate/core/text.h"
#include "gate/verdict/scope_finder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::verdict {
namespace {

/// Ahead of a shared branch by this much, a topic branch that follows it is refused (gate §16).
constexpr std::size_t k_misaligned_from = 5;

bool is_blank(const std::optional<std::string>& text) { return !text || trim(*text).empty(); }

}  // namespace

Result<JudgedScope> ScopeFinder::push() {
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

Result<std::vector<std::string>> ScopeFinder::known_remote_commits(
    const std::vector<PushedRef>& refs) {
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

Result<JudgedScope> ScopeFinder::pushed_lines(const std::vector<PushedRef>& refs) {
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

Result<JudgedPart> ScopeFinder::pushed_part(const PushedRef& ref,
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

Result<std::string> ScopeFinder::fork_point(const std::string& head,
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

Result<JudgedScope> ScopeFinder::upstream_range(const std::vector<PushedRef>& refs) {
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
Result<std::optional<Code>> ScopeFinder::misalignment(const std::vector<PushedRef>& refs) {
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

}  // namespace pumuki::verdict
