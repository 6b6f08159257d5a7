#pragma once

#include "gate/verdict/changed_paths.h"
#include "gate/verdict/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// One evaluation in progress: what the rules read, and the list they add to. Lives for one call of
/// evaluate().
struct Judgement {
  const GateContext& context;
  const evidence::Summary& evidence;
  const GateOptions& options;
  const lifecycle::RepoState& repo_state;
  /// One reading of the clock for the whole evaluation.
  TimeMs now = 0;
  /// PUMUKI_SKILLS_ENFORCEMENT is strict.
  bool strict_skills = false;
  ChangedPaths changed_paths;
  std::vector<Violation> violations;

  /// Adds a violation: the code's own sentence, then `detail` when there is one.
  void add(Code code, bool error, std::string_view detail = {});
  [[nodiscard]] bool has(Code code) const;
  /// The caller's maximum age of a stage, else the default.
  [[nodiscard]] std::int64_t max_age_seconds(Stage stage) const;
};

/// Whole seconds from `time` to `now`, never negative.
std::int64_t age_seconds(TimeMs now, TimeMs time);

/// Rules 1–6 of contract gate §2: evidence, its age and coherence, work-tree hygiene. Fills `view`.
/// Result: the facts of valid evidence, null when there are none to judge by.
Result<const evidence::GateFacts*> judge_evidence(Judgement& judgement, EvidenceView& view);
/// Rule 5: what only PRE_WRITE asks of valid evidence.
void judge_pre_write(Judgement& judgement, TimeMs evidence_time);
/// Rule 9.
void judge_receipt(Judgement& judgement, ReceiptView& view);

}  // namespace pumuki::verdict
