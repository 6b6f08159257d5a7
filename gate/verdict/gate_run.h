#pragma once

#include "gate/collect/baseline.h"
#include "gate/collect/collector.h"
#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/evidence/finding.h"
#include "gate/git/changes.h"
#include "gate/git/repository.h"
#include "gate/policy/notice.h"
#include "gate/sdd/policy.h"
#include "gate/verdict/evaluate.h"
#include "gate/verdict/scope.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

struct GateRunContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the top of the work tree.
  std::string root;
  /// Both of the same tree. With git::open_hook_tree() they share one look at it.
  git::Repository& repository;
  git::Changes& changes;
  /// May be empty.
  collect::Progress progress;
};

/// What became of the evidence file.
struct EvidenceOutcome {
  bool written = false;
  /// It should have been written and could not be.
  bool failed = false;
  /// Why not; empty when written.
  std::string reason;
  /// "sha256:…" of the sealed payload that was judged, written or not.
  std::string payload_hash;
};

/// How one ref of a push did, when there are several.
struct PartOutcome {
  std::string name;
  /// "PASS", "WARN" or "BLOCK"
  std::string outcome;
};

/// Everything a rendering needs of one run of a commit, push or CI gate.
struct GateRun {
  Stage stage = Stage::PreCommit;
  /// The answer: false blocks. Follows from everything below.
  bool allowed = false;
  /// "PASS", "WARN" or "BLOCK", after the waiver; what the evidence says.
  std::string outcome;
  /// The gate at its stage, on the new evidence.
  Verdict verdict;
  /// As the evidence has them: SDD refusal, what collection found, strict policy contract, degraded
  /// mode, waiver. Old debt and waived ones too (see Finding::blocking).
  std::vector<evidence::Finding> findings;
  /// Indices of the findings that block, in their order.
  std::vector<std::size_t> blocking;
  std::vector<PartOutcome> parts;
  /// Nothing when SDD was not asked: off, documentation only, or a pushed commit other than HEAD.
  std::optional<sdd::Evaluation> sdd;
  EvidenceOutcome evidence;
  /// The waiver that turned BLOCK into PASS.
  std::optional<collect::Waiver> waiver;
  /// A waiver of this stage and branch that has expired, when nothing else waived.
  std::optional<std::string> expired_waiver;
  std::int64_t files_scanned = 0;
  bool truncated = false;
  /// Configuration files that were ignored.
  policy::Notices notices;

  /// Threshold of the stage from which a finding is worth a line.
  Severity warn_on_or_above = Severity::Info;
  /// PUMUKI_POLICY_ZERO_VIOLATION: warnings block too.
  bool zero_violation = false;

  /// Violations of the gate without EVIDENCE_GATE_BLOCKED where that only echoes a finding.
  [[nodiscard]] std::vector<Violation> own_violations() const;
};

/// SDD decision, collection, evidence, gate at its stage, strict policy contract, degraded mode,
/// waiver (contract: gate-cli §4). Writes the evidence file and nothing else; a tree that cannot be
/// written changes nothing in the verdict. PRE_WRITE is collected like PRE_COMMIT. Errors ("could
/// not evaluate"): those of resolve_scope(), of collection and of git, a broken gate.json, baseline
/// or waiver file (contract: gate-cli §11, ruling 7).
Result<GateRun> run_gate(const GateRunContext& context, const ScopeQuestion& question);

}  // namespace pumuki::verdict
