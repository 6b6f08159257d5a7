#pragma once

#include "gate/evidence/finding.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// A finding that gave way to an equivalent one at the same place (contract: evidence-v2.1 §4.4).
struct SuppressedFinding {
  std::string rule_id;
  std::string file;
  std::vector<std::int64_t> lines;
  std::string replaced_by;
  /// "ios", "android", "backend", "frontend" or "generic"
  std::string_view platform;
};

struct Survivors {
  /// In the order of the file: rule, path, lines as text.
  std::vector<Finding> findings;
  /// By path, rule, winner and platform.
  std::vector<SuppressedFinding> suppressed;
};

/// Normalises, removes duplicates, lets the weaker of two equivalents give way and sorts (contract:
/// evidence-v2.1 §4). `root`: absolute; paths below it are made relative to it. Beyond the
/// contract: a finding that counts wins over old debt and waived ones, so that an exception never
/// hides it.
Survivors surviving_findings(std::vector<Finding> findings, std::string_view root);

/// The family whose members stand for each other: one of five names found in the rule id, else the
/// id without a leading "skills." or "heuristics.".
std::string rule_family(std::string_view rule_id);
/// The platform that equivalents must share; the third detector of the contract (§4.4).
std::string_view consolidation_platform(std::string_view file, std::string_view rule_id);

}  // namespace pumuki::evidence
