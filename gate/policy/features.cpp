#include "gate/policy/features.h"

#include "gate/core/text.h"

#include <algorithm>
#include <cstddef>

namespace pumuki::policy {
namespace {

struct FeatureRow {
  std::string_view name;
  std::string_view variable;
  /// Empty: there never was another name.
  std::string_view legacy;
};

constexpr std::array<FeatureRow, k_all_features.size()> k_rows{{
    {"analytics", "PUMUKI_EXPERIMENTAL_ANALYTICS", ""},
    {"heuristics", "PUMUKI_EXPERIMENTAL_HEURISTICS", ""},
    {"learning_context", "PUMUKI_EXPERIMENTAL_LEARNING_CONTEXT", ""},
    {"mcp_enterprise", "PUMUKI_EXPERIMENTAL_MCP_ENTERPRISE", ""},
    {"operational_memory", "PUMUKI_EXPERIMENTAL_OPERATIONAL_MEMORY", ""},
    {"pre_write", "PUMUKI_EXPERIMENTAL_PRE_WRITE", "PUMUKI_PREWRITE_ENFORCEMENT"},
    {"saas_ingestion", "PUMUKI_EXPERIMENTAL_SAAS_INGESTION", ""},
    {"sdd", "PUMUKI_EXPERIMENTAL_SDD", ""},
}};

const FeatureRow& row(Feature feature) { return k_rows.at(static_cast<std::size_t>(feature)); }

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, text) != words.end();
}

std::optional<FeatureMode> parse_mode(std::optional<std::string_view> value) {
  static constexpr std::array<std::string_view, 3> k_advisory{"advisory", "warn", "warning"};
  static constexpr std::array<std::string_view, 5> k_off{"off", "0", "false", "no", "disabled"};
  if (!value) {
    return std::nullopt;
  }
  const std::string word = ascii_lower(trim(*value));
  if (word == "strict") {
    return FeatureMode::Strict;
  }
  if (is_one_of<3>(word, k_advisory)) {
    return FeatureMode::Advisory;
  }
  return is_one_of<5>(word, k_off) ? std::optional{FeatureMode::Off} : std::nullopt;
}

}  // namespace

std::string_view feature_name(Feature feature) { return row(feature).name; }

std::string_view feature_mode_name(FeatureMode mode) {
  static constexpr std::array<std::string_view, 3> k_names{"strict", "advisory", "off"};
  return k_names.at(static_cast<std::size_t>(mode));
}

FeatureState feature_state(const Environment& environment, Feature feature) {
  const FeatureRow& facts = row(feature);
  FeatureState state{.mode = FeatureMode::Strict,
                     .source = "default",
                     .activation_variable = std::string{facts.variable},
                     .legacy_variable = std::nullopt};
  if (!facts.legacy.empty()) {
    state.legacy_variable = std::string{facts.legacy};
  }
  if (const auto mode = parse_mode(environment.get(facts.variable))) {
    state.mode = *mode;
    state.source = "env";
  } else if (!facts.legacy.empty()) {
    if (const auto legacy = parse_mode(environment.get(facts.legacy))) {
      state.mode = *legacy;
      state.source = "legacy-env";
    }
  }
  return state;
}

}  // namespace pumuki::policy
