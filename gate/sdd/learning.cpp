#include "gate/sdd/learning.h"

#include "gate/core/files.h"
#include "gate/policy/features.h"
#include "gate/sdd/layout.h"

#include <algorithm>
#include <array>

namespace pumuki::sdd {
namespace {

struct Advice {
  std::string_view update;
  /// Any text that starts with `update`, not only the exact one.
  bool is_prefix;
  std::string_view text;
};

constexpr std::string_view k_refresh_evidence =
    "Generate the evidence again before you continue with this change.";

constexpr std::array k_advice{
    Advice{"evidence.bootstrap.required", false, k_refresh_evidence},
    Advice{"evidence.rebuild.required", false, k_refresh_evidence},
    Advice{"ai-gate.violation.", true,
           "Resolve the gate violations this change ran into before you write more code."},
    Advice{"sdd.", true, "Complete the documents of the change and validate it with OpenSpec."},
};

std::optional<std::string> advice_for(std::string_view update) {
  for (const Advice& advice : k_advice) {
    if (advice.is_prefix ? update.starts_with(advice.update) : update == advice.update) {
      return std::string{advice.text};
    }
  }
  return std::nullopt;
}

std::vector<std::string> recommend(const std::vector<std::string>& updates) {
  std::vector<std::string> actions;
  for (const std::string& update : updates) {
    const auto advice = advice_for(update);
    if (advice && std::ranges::find(actions, *advice) == actions.end()) {
      actions.push_back(*advice);
    }
  }
  return actions;
}

}  // namespace

std::optional<LearningContext> read_learning(const Environment& environment,
                                             const std::string& root, const Session& session) {
  const auto feature = policy::feature_state(environment, policy::Feature::LearningContext);
  if (feature.mode == policy::FeatureMode::Off || !session.change_id ||
      !is_change_id(*session.change_id)) {
    return std::nullopt;
  }
  const std::string path = change_path(*session.change_id) + "/learning.json";
  const auto text = read_file(root + '/' + path);
  auto learning = text ? parse_learning(*text) : std::nullopt;
  if (learning) {
    learning->change = *session.change_id;
    learning->path = path;
    learning->recommended_actions = recommend(learning->rule_updates);
  }
  return learning;
}

void write_learning(JsonWriter& json, const std::optional<LearningContext>& learning) {
  if (!learning) {
    json.null();
    return;
  }
  json.begin_object()
      .member("change", learning->change)
      .member("path", learning->path)
      .member("generated_at", learning->generated_at)
      .member("failed_patterns", learning->failed_patterns)
      .member("successful_patterns", learning->successful_patterns)
      .member("rule_updates", learning->rule_updates)
      .member("gate_anomalies", learning->gate_anomalies)
      .member("recommended_actions", learning->recommended_actions)
      .end_object();
}

}  // namespace pumuki::sdd
