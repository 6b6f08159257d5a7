#pragma once

#include "gate/core/json_writer.h"
#include "gate/evidence/draft.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// The platforms of a snapshot, in the order of the file.
enum class SnapshotPlatform : std::uint8_t { Ios, Android, Backend, Frontend, Other };

/// Contract: evidence-v2.1 §1.2. Differs from file_platform(), which HTTP clients see.
SnapshotPlatform snapshot_platform(std::string_view file, std::string_view rule_id);

/// snapshot.platforms: always five entries with the counts of the findings.
void write_snapshot_platforms(JsonWriter& json, const std::vector<Finding>& findings);

/// The member `platforms`: those whose rules took part, by a ruleset of that platform or an active
/// rule with its prefix.
void write_detected_platforms(JsonWriter& json, const Draft& draft);

}  // namespace pumuki::evidence
