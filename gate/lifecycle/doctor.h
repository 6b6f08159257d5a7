#pragma once

#include "gate/core/json_writer.h"
#include "gate/lifecycle/back_end.h"
#include "gate/lifecycle/probe.h"
#include "gate/lifecycle/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::lifecycle {

/// What the evidence file is, for people.
struct EvidenceState {
  /// "missing", "invalid", "valid"
  std::string kind;
  std::string reason;
  /// Negative when the clock is behind the evidence; nothing without a readable time.
  std::optional<std::int64_t> age_seconds;
};

EvidenceState evidence_state(const evidence::Summary& evidence, TimeMs now);

struct DoctorOptions {
  bool run_user_text = false;
};

/// What `pumuki doctor` found (contract: gate-cli §6, gate §17).
struct Diagnosis {
  LifecycleReport report;
  HooksFolder folder;
  Manager manager = Manager::None;
  bool installed = false;
  std::vector<Surface> surfaces;
  BackEnds back_ends;
  EvidenceState evidence;
  bool exclude_block = false;

  /// At least one issue is an error.
  [[nodiscard]] bool blocking() const;
};

/// Looks and fires canaries; writes nothing. `report.issues` holds everything found. Errors:
/// BareRepository, NoRepository and those of git.
Result<Diagnosis> diagnose(const LifecycleContext& context, const DoctorOptions& options);

/// The members of the document: those of the lifecycle object, then what doctor adds.
void write_diagnosis_members(JsonWriter& json, const Diagnosis& diagnosis);
std::string diagnosis_text(const Diagnosis& diagnosis);

}  // namespace pumuki::lifecycle
