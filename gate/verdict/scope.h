#pragma once

#include "gate/collect/collector.h"
#include "gate/core/code.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/git/changes.h"
#include "gate/git/repository.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// One line that git writes to the standard input of pre-push (githooks(5)).
struct PushedRef {
  std::string local_ref;
  std::string local_id;
  std::string remote_ref;
  std::string remote_id;

  [[nodiscard]] bool deletes() const;
  /// The remote does not have the ref yet.
  [[nodiscard]] bool creates() const;
  [[nodiscard]] bool is_tag() const;
  /// "x" of "refs/heads/x" on the remote; nothing for every other ref.
  [[nodiscard]] std::optional<std::string> branch() const;
};

/// Blank lines are passed over. Error PushLineInvalid, with the number of the line (contract:
/// gate-cli §11, ruling 11).
Result<std::vector<PushedRef>> parse_pushed_refs(std::string_view input);

/// What shall be judged.
struct ScopeQuestion {
  Stage stage = Stage::PreCommit;
  /// CI: wins over GITHUB_BASE_REF.
  std::optional<std::string> base = {};
  /// PRE_PUSH: standard input, empty when git had nothing to say; nothing when there was none to
  /// read (a terminal).
  std::optional<std::string> pushed = {};
  /// False: more than one line is judged by the upstream's range instead (contract: gate-cli §4).
  bool all_refs = true;
  /// PRE_PUSH: the remote's name, the first argument that git gives to the hook.
  std::string remote = "origin";
};

/// One thing to judge: the commit to be, CI's range, or one ref of a push.
struct JudgedPart {
  collect::Scope scope;
  /// The branch that waivers are compared with: the current one, or the destination of a push.
  std::optional<std::string> branch;
  std::optional<PushedRef> ref;
};

struct JudgedScope {
  /// Empty: the step brings no content (deletions, tags).
  std::vector<JudgedPart> parts;
  /// PRE_PUSH with lines: the branches of the remote that the push moves or deletes; these are
  /// looked at for protection. Nothing: the current branch.
  std::optional<std::vector<std::string>> destinations;
  /// A commit other than HEAD is pushed: the SDD session says nothing about it.
  bool suspends_sdd = false;
  /// PrePushUpstreamMissing or PrePushUpstreamMisaligned: the push is refused.
  std::optional<Code> upstream_fault;

  /// The changed paths of all parts; of a rename both names.
  [[nodiscard]] std::vector<std::string> paths() const;
};

struct ScopeContext {
  const Environment& environment;
  git::Repository& repository;
  git::Changes& changes;
};

/// Finds the content that a commit, a push or CI stands for (contract: gate §16; gate-cli §11,
/// rulings 4 and 11). PRE_WRITE is answered like PRE_COMMIT. Errors: BaseUnknown with the fetch
/// command in the hint, PushLineInvalid, and those of git. Never an empty range because something
/// could not be found.
Result<JudgedScope> resolve_scope(const ScopeContext& context, const ScopeQuestion& question);

}  // namespace pumuki::verdict
