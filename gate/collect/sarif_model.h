#pragma once

#include "gate/collect/location_mapper.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::collect {

/// The parts of a SARIF run that become findings (SARIF 2.1.0, sections in brackets). Numbers that
/// are not given are -1.

/// reportingDescriptor (3.49)
struct SarifRule {
  std::string id;
  std::string level;
  std::optional<double> score;
  std::string short_text;
  std::string full_text;
  std::map<std::string, std::string, std::less<>> messages;
};

/// toolComponent (3.19): the driver or an extension
struct SarifComponent {
  std::string guid;
  std::string name;
  std::string semantic_version;
  std::string version;
  std::vector<SarifRule> rules;
  std::map<std::string, std::string, std::less<>> messages;
};

/// message (3.11)
struct SarifMessage {
  std::string text;
  std::string id;
  std::vector<std::string> arguments;
};

/// location (3.28) with artifactLocation (3.4) and region (3.30)
struct SarifLocation {
  ReportedPlace place;
  std::int64_t artifact = -1;
  std::int64_t line = -1;
  std::int64_t byte_offset = -1;
  std::string logical_name;

  [[nodiscard]] bool is_physical() const { return !place.uri.empty() || artifact >= 0; }
};

/// reportingDescriptorReference (3.52)
struct SarifRuleReference {
  std::string id;
  std::int64_t index = -1;
  std::int64_t component = -1;
  std::string component_name;
  std::string component_guid;
};

/// result (3.27)
struct SarifResult {
  std::string rule_id;
  std::int64_t rule_index = -1;
  SarifRuleReference rule;
  std::string level;
  std::string kind;
  std::string baseline_state;
  std::optional<double> score;
  SarifMessage message;
  SarifLocation location;
  std::string fix;
  std::int64_t suppressions = 0;
  std::int64_t refused_suppressions = 0;

  /// There are some and each is accepted (3.35.3; without a status it is).
  [[nodiscard]] bool is_suppressed() const { return suppressions > 0 && refused_suppressions == 0; }
};

/// configurationOverride (3.51)
struct SarifOverride {
  SarifRuleReference rule;
  std::string level;
};

/// run (3.14)
struct SarifRun {
  /// The driver, then the extensions.
  std::vector<SarifComponent> components = std::vector<SarifComponent>(1);
  LocationMapper::Bases bases;
  std::vector<ReportedPlace> artifacts;
  std::vector<SarifResult> results;
  std::vector<SarifOverride> overrides;
};

}  // namespace pumuki::collect
