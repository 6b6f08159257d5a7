#pragma once

#include "gate/core/clock.h"
#include "gate/evidence/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pumuki::evidence {

/// What a new document takes over from the one it replaces. Only a document that the reader calls
/// valid counts: a damaged one begins a new chain, ledger and intent (contract: evidence-v2.1 §8,
/// W7).
class Predecessor {
 public:
  /// None.
  Predecessor() = default;
  /// `text`: of the file that is replaced; empty for none.
  explicit Predecessor(std::string text);

  /// "sha256:…"; empty when there is no valid predecessor.
  [[nodiscard]] const std::string& payload_hash() const { return payload_hash_; }
  /// Place of the next document in the chain.
  [[nodiscard]] std::uint64_t next_sequence() const { return next_sequence_; }
  /// Since when the ledger has this violation: by fingerprint, and among entries without one by
  /// rule, file and lines (contract: gate-cli §11, ruling 15).
  [[nodiscard]] std::optional<TimeMs> first_seen(const Finding& finding) const;
  /// JSON of the member human_intent; empty when absent.
  [[nodiscard]] const std::string& human_intent() const { return human_intent_; }

 private:
  std::string payload_hash_;
  std::uint64_t next_sequence_ = 1;
  std::unordered_map<std::string, TimeMs> by_fingerprint_;
  std::unordered_map<std::string, TimeMs> by_key_;
  std::string human_intent_;
};

/// JSON of the human intent a new document carries over: texts trimmed, times in one form, kept at
/// `now`, counted. "null" when there is none, it cannot be read or it has expired (contract:
/// evidence-v2.1 §6).
std::string carried_intent(std::string_view previous_json, TimeMs now);

}  // namespace pumuki::evidence
