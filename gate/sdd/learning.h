#pragma once

#include "gate/core/environment.h"
#include "gate/core/json_writer.h"
#include "gate/sdd/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// What earlier work on the change taught (contract: enterprise-server §6, learning_context).
struct LearningContext {
  std::string change;
  /// Relative to the repository root.
  std::string path;
  std::optional<std::string> generated_at;
  std::vector<std::string> failed_patterns;
  std::vector<std::string> successful_patterns;
  std::vector<std::string> rule_updates;
  std::vector<std::string> gate_anomalies;
  /// Made from rule_updates: one text per kind, without repeats.
  std::vector<std::string> recommended_actions;
};

/// Reads openspec/changes/<change>/learning.json of the session's change, valid or not. Nothing
/// when the feature learning_context is off, no change is stored, or the file is missing or not a
/// JSON object.
std::optional<LearningContext> read_learning(const Environment& environment,
                                             const std::string& root, const Session& session);
/// The object, or null.
void write_learning(JsonWriter& json, const std::optional<LearningContext>& learning);

/// The lists of a learning.json; nothing when the text is no JSON object. `change`, `path` and
/// `recommended_actions` stay empty.
std::optional<LearningContext> parse_learning(std::string_view json);

}  // namespace pumuki::sdd
