#include "gate/evidence/predecessor.h"

#include "gate/evidence/finding_key.h"
#include "gate/evidence/load.h"

#include <algorithm>
#include <utility>

namespace pumuki::evidence {
namespace {

/// Largest integer that every reader of JSON has exactly.
constexpr double k_largest_sequence = 9'007'199'254'740'991;

std::uint64_t successor(double sequence) {
  return static_cast<std::uint64_t>(std::min(sequence + 1, k_largest_sequence));
}

}  // namespace

Predecessor::Predecessor(std::string text) {
  if (text.empty()) {
    return;
  }
  const Loaded loaded = load_text(std::move(text), {}, true);
  if (loaded.summary.kind != Kind::Valid) {
    return;
  }
  payload_hash_ = loaded.summary.payload_hash;
  next_sequence_ = successor(loaded.summary.sequence);
  for (const LedgerRow& row : loaded.collections.ledger) {
    const auto time = parse_time(row.first_seen);
    if (!time) {
      continue;
    }
    if (!row.fingerprint.empty()) {
      by_fingerprint_.try_emplace(std::string{row.fingerprint}, *time);
      continue;
    }
    const std::string file =
        row.file_b64.empty() ? std::string{row.file} : "b64:" + std::string{row.file_b64};
    by_key_.try_emplace(ledger_key(row.rule_id, file, row.lines_text), *time);
  }
  const auto& members = loaded.collections.members;
  const auto intent = std::ranges::find(members, "\"human_intent\"", &Member::name_json);
  if (intent != members.end()) {
    human_intent_ = loaded.collections.buffer.substr(intent->range.offset, intent->range.length);
  }
}

std::optional<TimeMs> Predecessor::first_seen(const Finding& finding) const {
  if (!finding.fingerprint.empty()) {
    if (const auto known = by_fingerprint_.find(finding.fingerprint);
        known != by_fingerprint_.end()) {
      return known->second;
    }
  }
  if (by_key_.empty()) {
    return std::nullopt;
  }
  const auto known =
      by_key_.find(ledger_key(finding.rule_id, file_key(finding.file), lines_key(finding.lines)));
  return known == by_key_.end() ? std::nullopt : std::optional{known->second};
}

}  // namespace pumuki::evidence
