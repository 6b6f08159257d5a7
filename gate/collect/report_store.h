#pragma once

#include "gate/collect/reader.h"
#include "gate/core/clock.h"
#include "gate/core/result.h"
#include "gate/evidence/draft.h"
#include "gate/evidence/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// Folder of the ingested reports that wait for the next collection, relative to the root.
inline constexpr std::string_view k_reports_folder = ".pumuki/reports";

/// An ingested report as it waits: what it was and what it said. A report of the same format, tool
/// and path takes the place of an older one, so that a collection always sees the newest; it is
/// folded into every collection until then.
struct StoredReport {
  evidence::ReportRecord record;
  TimeMs ingested_at = 0;
  std::vector<evidence::Finding> findings;
};

/// Replaces or adds one stored report, atomically. Errors: NotWritable, TooLarge.
Result<void> store_report(const std::string& root, const StoredReport& report);
/// The same for several: all are written beside the stored ones first and put in place when that
/// went well.
Result<void> store_reports(const std::string& root, const std::vector<StoredReport>& reports);
/// Every stored report, sorted by format, tool, path. A file that is not one of ours or is damaged
/// is an error (WrongShape, NotJson), never an empty result; `age_seconds` is counted to `now`.
Result<std::vector<StoredReport>> stored_reports(const std::string& root, TimeMs now);

}  // namespace pumuki::collect
