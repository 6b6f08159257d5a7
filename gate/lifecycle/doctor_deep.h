#pragma once

#include "gate/lifecycle/doctor.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::lifecycle {

/// What the SDD room knows about OpenSpec here.
struct OpenspecFacts {
  bool required = false;
  bool installed = false;
  std::optional<std::string> version;
  std::string minimum_version;
  bool compatible = false;
};

struct DeepCheck {
  std::string id;
  bool passed = true;
  /// Of a failed check: "warning" or "error"; "info" when it passed.
  std::string severity = "info";
  std::string message;
  std::string remediation;
};

/// `doctor --deep` (contract: sdd-and-lifecycle §4): five checks in a fixed order, and what they
/// stand on.
struct DeepReport {
  std::vector<DeepCheck> checks;
  OpenspecFacts openspec;
  std::size_t managed_hooks = 0;
  std::size_t total_hooks = 0;
  bool compatible = false;

  [[nodiscard]] bool blocking() const;
};

/// Error: git cannot answer.
Result<DeepReport> look_deep(const LifecycleContext& context, const Diagnosis& diagnosis,
                             const OpenspecFacts& openspec);
/// The member `deep`.
void write_deep(JsonWriter& json, const DeepReport& report, const Diagnosis& diagnosis);
std::string deep_text(const DeepReport& report);

/// Facts that should be the same on every machine of a team: version, hooks, policies, features.
std::string parity_profile(const Diagnosis& diagnosis);
/// Paths of members ("hooks.pre-commit") that differ between two profiles, sorted. Error NotJson.
Result<std::vector<std::string>> parity_differences(std::string_view expected,
                                                    std::string_view actual);

}  // namespace pumuki::lifecycle
