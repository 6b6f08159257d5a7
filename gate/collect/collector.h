#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/evidence/draft.h"
#include "gate/git/changes.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/notice.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// What is judged: the content a commit or a push would bring.
struct Scope {
  enum class Kind { Index, Range };
  Kind kind = Kind::Index;
  /// The net difference: every rule looks at it.
  std::vector<git::Change> changes;
  /// Range only: what its single commits brought, for the rules that must not miss content that a
  /// later commit took out again (contract: gate-cli §11, ruling 11).
  std::vector<git::Change> commit_changes;
  /// Range only: commit ids; an empty base is the empty tree.
  std::string base;
  std::string head;
};

/// Told when a step starts and how far it is; for people only.
using Progress = std::function<void(std::string_view step, std::size_t done, std::size_t total)>;

struct CollectContext {
  const Environment& environment;
  const Clock& clock;
  std::string root;
  git::Changes& changes;
  /// Branch being judged, for waivers; nothing when detached or unknown.
  std::optional<std::string> branch;
  const policy::GateConfig& config;
  Progress progress;
};

/// Findings with fingerprints, old debt and waived ones marked, and what was looked at.
struct Collection {
  std::vector<evidence::Finding> findings;
  evidence::CoverageDraft coverage;
  std::vector<evidence::RulesetDraft> rulesets;
  std::vector<evidence::ReportRecord> reports;
  std::int64_t files_scanned = 0;
  bool truncated = false;
  policy::Notices notices;
};

/// Built-in checks over the staged or pushed blobs, the configured analysers and the ingested
/// reports; baseline and waivers applied. An analyser that cannot run, runs over its time or prints
/// rubbish is an error, never an empty result.
Result<Collection> collect(const CollectContext& context, Stage stage, const Scope& scope);

/// PASS, WARN or BLOCK by the thresholds of the stage (contract: gate §15).
std::string outcome_of(const std::vector<evidence::Finding>& findings,
                       const policy::Thresholds& thresholds);

}  // namespace pumuki::collect
