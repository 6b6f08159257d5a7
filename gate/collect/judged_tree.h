#pragma once

#include "gate/collect/collector.h"
#include "gate/core/result.h"
#include "gate/evidence/finding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pumuki::collect {

/// A finding on its way into the collection.
struct RawFinding {
  evidence::Finding finding;
  /// Object it was found in when that is not the judged one (a commit of a push); else empty.
  std::string blob_id = {};
  /// Of an ingested report: dropped when its line is no longer in the judged file. Index of the
  /// report; negative for every other finding.
  std::int64_t report = -1;
};

struct SettledFindings {
  /// Sorted by file; one for each rule, file and lines.
  std::vector<evidence::Finding> findings;
  /// Report index of every finding that was dropped because the judged tree no longer has it.
  std::vector<std::int64_t> outdated;
};

/// Compares the findings with the text that is judged, with one cat-file process: fingerprints,
/// equal ones made one (the worse severity stays), and findings of ingested reports moved to where
/// their lines are now, or dropped. Errors: those of git.
Result<SettledFindings> settle_findings(git::Changes& changes, const Scope& scope,
                                        std::vector<RawFinding> raw);

}  // namespace pumuki::collect
