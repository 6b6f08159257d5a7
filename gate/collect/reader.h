#pragma once

#include "gate/core/result.h"
#include "gate/evidence/finding.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::collect {

/// What a report said, beside its findings. Everything left out is counted by reason.
struct ReportSummary {
  std::string tool;
  std::string tool_version;
  std::string digest;
  std::int64_t taken = 0;
  std::int64_t suppressed = 0;
  /// Kept, but their location is not in the repository.
  std::int64_t unmapped = 0;
  /// Reason -> number of results that were dropped.
  std::vector<std::pair<std::string, std::int64_t>> dropped;
  /// Of a coverage report: lines that can be covered, and lines that are.
  std::optional<std::int64_t> coverable_lines = {};
  std::optional<std::int64_t> covered_lines = {};
};

struct ReaderContext {
  /// Absolute, links resolved: locations are mapped into it.
  std::string root;
  /// Where relative locations of the report start; empty: the root.
  std::string base_folder = {};
  /// One finding more than this is handed over, so that whoever collects sees that there was more;
  /// the others are counted as dropped.
  std::int64_t max_findings = 25'000;
  /// Coverage reports: a file with less of its lines covered (percent) is a finding. Nothing: none.
  std::optional<double> min_line_coverage = {};
};

using FindingSink = std::function<void(evidence::Finding finding)>;

/// Format names of `pumuki ingest`, in the order of its help text.
const std::vector<std::string_view>& report_formats();

/// Reads one report file (or standard input for "-") in bounded memory and hands over its findings.
/// Errors: NotJson, WrongShape, TooLarge, NotFound, NotReadable, all with the byte offset where one
/// can be named; then nothing of the report counts.
Result<ReportSummary> read_report(std::string_view format, const std::string& path,
                                  const ReaderContext& context, const FindingSink& sink);

}  // namespace pumuki::collect
