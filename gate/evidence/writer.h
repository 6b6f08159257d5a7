#pragma once

#include "gate/core/clock.h"
#include "gate/core/result.h"
#include "gate/evidence/document.h"
#include "gate/evidence/draft.h"

#include <optional>
#include <string>

namespace pumuki::evidence {

/// A sealed document, ready to be written or judged in memory.
struct SealedText {
  /// Two-blank JSON with the chain last and a final newline.
  std::string text;
  std::string payload_hash;
};

/// Normalises, deduplicates, sorts, consolidates, keeps the ledger's `firstSeen` and the human
/// intent of `previous` (the text of the file being replaced; empty for none) and seals (contract:
/// evidence-v2.1 §3–§7; gate-cli §11, ruling 15). Two calls with the same draft differ only in
/// times and chain.
Result<SealedText> build_document(const Draft& draft, const std::string& previous, TimeMs now);

/// Reads the present file, builds its successor and replaces it atomically, under a lock that names
/// its owner and that a dead owner does not hold. The document is returned also when it could not
/// be written: then `fault` says why (NotWritable) and the old file stands.
struct WrittenEvidence {
  SealedText document;
  std::optional<Error> fault;
};
Result<WrittenEvidence> write_evidence(const std::string& root, const Draft& draft,
                                       const Clock& clock);

/// What read_summary() would say of this text if it stood in `root`; for judging evidence that
/// could not be written.
Summary summary_of_text(const std::string& text, const std::string& root);

}  // namespace pumuki::evidence
