#pragma once

#include "gate/core/clock.h"
#include "gate/core/code.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/evidence/document.h"
#include "gate/git/repository.h"
#include "gate/lifecycle/repo_state.h"
#include "gate/policy/hygiene.h"
#include "gate/policy/notice.h"
#include "gate/policy/skills_contract.h"
#include "gate/policy/stage_policy.h"
#include "gate/receipts/receipt.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// What to do with sealed evidence that lacks a member the evaluation needs (contract: gate §3).
enum class MissingMember {
  /// The violation EVIDENCE_INVALID names the member: the command line.
  IsInvalidEvidence,
  /// evaluate() fails with WrongShape: the HTTP tools.
  IsFailure,
};

/// What a caller may choose; a value given here wins over environment, gate.json and default.
struct GateOptions {
  Stage stage = Stage::PreCommit;
  bool require_receipt = false;
  std::map<Stage, std::int64_t> max_age_seconds;
  /// Replaces the default set.
  std::optional<std::vector<std::string>> protected_branches;
  /// Branches that the step moves; they are looked at for protection instead of the current one
  /// (contract: gate-cli §11, ruling 11).
  std::optional<std::vector<std::string>> destinations;
  policy::HygieneOverrides hygiene;
  MissingMember missing_member = MissingMember::IsInvalidEvidence;
};

struct GateContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the repository root, or of a folder outside any repository.
  std::string root;
  /// Null exactly when `root` has no entry ".git": then there is no git state to judge.
  git::Repository* repository = nullptr;
};

struct Violation {
  Code code = Code::Internal;
  /// ERROR blocks, WARN does not.
  bool error = true;
  std::string message;
};

struct EvidenceView {
  evidence::Kind kind = evidence::Kind::Missing;
  std::int64_t max_age_seconds = 0;
  std::optional<std::int64_t> age_seconds;
  std::string path;
  std::optional<std::string> digest;
  /// The evidence's own `timestamp`.
  std::optional<std::string> generated_at;
  /// The document is sealed or of the right version but has no `timestamp`: the member
  /// `generated_at` is left out instead of being null (contract: gate §11).
  bool omit_generated_at = false;
};

struct ReceiptView {
  bool required = false;
  receipts::ReceiptKind kind = receipts::ReceiptKind::Disabled;
  std::string path;
  std::optional<std::int64_t> max_age_seconds;
  std::optional<std::int64_t> age_seconds;
};

/// The only thing in the product that says ALLOWED or BLOCKED.
struct Verdict {
  Stage stage = Stage::PreCommit;
  /// False exactly when some violation is an error.
  bool allowed = false;
  policy::StagePolicy policy;
  EvidenceView evidence;
  ReceiptView mcp_receipt;
  policy::SkillsContract skills_contract;
  lifecycle::RepoState repo_state;
  /// In the order of contract gate §2.
  std::vector<Violation> violations;
  /// Configuration files that were ignored.
  policy::Notices notices;

  [[nodiscard]] std::string_view status() const { return allowed ? "ALLOWED" : "BLOCKED"; }
};

/// Maximum age of the evidence at a stage (contract: gate §5), in seconds.
std::int64_t default_max_age_seconds(Stage stage);

/// Judges the evidence, the tree and the configuration; reads only, writes nothing (contract: gate
/// §2–§11). Errors: git could not answer in a folder that has a ".git" entry, a broken gate.json,
/// or WrongShape (see MissingMember). "Could not check" is never a verdict.
Result<Verdict> evaluate(const GateContext& context, const evidence::Summary& evidence,
                         const GateOptions& options);

}  // namespace pumuki::verdict
