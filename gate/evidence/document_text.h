#pragma once

#include "gate/core/clock.h"
#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/evidence/draft.h"
#include "gate/evidence/predecessor.h"
#include "gate/evidence/survivors.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// What one document is written from.
struct DocumentParts {
  const Draft& draft;
  const Survivors& survivors;
  const Predecessor& previous;
  TimeMs now;
  /// "PASS", "WARN" or "BLOCK"
  std::string outcome;
};

/// The document without its chain: compact JSON, canonical as it stands (evidence-v2.1 §3), members
/// in the contract's order and ours behind them. Error WrongShape: `repo_state_json` is no JSON
/// object.
Result<std::string> document_text(const DocumentParts& parts);

/// The members `operational_hints` and `snapshot` hold; one JSON object each.
void write_hints(JsonWriter& json, const DocumentParts& parts);
void write_snapshot(JsonWriter& json, const DocumentParts& parts);
/// A finding; in `ai_gate.violations` its severity is called `level`.
void write_finding(JsonWriter& json, const Finding& finding, std::string_view severity_member);
void write_rules_coverage(JsonWriter& json, const Draft& draft);

/// Trimmed, without blanks, unique, in code-unit order.
std::vector<std::string> tidy_ids(const std::vector<std::string>& ids);

}  // namespace pumuki::evidence
