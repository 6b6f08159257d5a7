#pragma once

#include "gate/core/clock.h"
#include "gate/core/result.h"
#include "gate/evidence/draft.h"

#include <string>

namespace pumuki::evidence {

/// A sealed document, ready to be written or judged in memory.
struct SealedText {
  /// Pretty, with the chain last and a final newline.
  std::string text;
  std::string payload_hash;
};

/// Normalises, deduplicates, sorts, consolidates, keeps the ledger's `firstSeen` and the human
/// intent of `previous` (the text of the file being replaced; empty for none) and seals (contract:
/// evidence-v2.1 §3–§6). Two calls with the same draft differ only in times and chain.
SealedText build_document(const Draft& draft, const std::string& previous, TimeMs now);

/// Reads the present file, builds its successor and replaces it atomically, under a lock that names
/// its owner and that a dead owner does not hold. Error NotWritable: the old file stands.
Result<SealedText> write_evidence(const std::string& root, const Draft& draft, const Clock& clock);

}  // namespace pumuki::evidence
