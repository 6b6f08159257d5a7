#pragma once

#include "gate/core/result.h"
#include "gate/evidence/document.h"
#include "gate/evidence/draft.h"
#include "gate/verdict/gate_run.h"

#include <string>

namespace pumuki::verdict {

/// How the evidence file stands to the commit in the making (contract: gate §15).
struct EvidenceFile {
  bool tracked = false;
  /// The commit brings a version of it.
  bool staged = false;
  /// The work tree has another version than the index.
  bool edited = false;
};

/// Looks at the state of the tree; git is asked once more only where that leaves it open.
Result<EvidenceFile> look_at_evidence(const GateRunContext& context);

/// The evidence of one run: made, judged, and left where the contract wants it. A tracked file is
/// not touched by a commit or push that passes, unless the commit brings a version of it or the
/// environment asks for it: then the new one is staged in its place.
class RunEvidence {
 public:
  RunEvidence(const GateRunContext& context, Stage stage, EvidenceFile file, bool has_content);

  /// Makes the document, and writes it at once where nothing depends on the verdict.
  Result<evidence::Summary> make(const evidence::Draft& draft);
  /// Writes, restores or stages what had to wait for the verdict. False: the new evidence could not
  /// be staged (EVIDENCE_STAGE_SYNC_FAILED).
  Result<bool> settle(const evidence::Draft& draft, bool allowed);

  [[nodiscard]] const EvidenceOutcome& outcome() const { return outcome_; }

 private:
  [[nodiscard]] bool waits() const;
  [[nodiscard]] bool wanted(std::string_view variable) const;
  Result<void> write(const evidence::Draft& draft);
  Result<bool> stage_again();
  Result<void> restore();

  const GateRunContext& context_;
  Stage stage_;
  EvidenceFile file_;
  bool has_content_;
  std::string text_;
  EvidenceOutcome outcome_;
};

}  // namespace pumuki::verdict
