#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::sdd {

/// What `openspec validate --json` counted. A number the report lacks is 0.
struct Report {
  std::int64_t items = 0;
  std::int64_t failed = 0;
  std::int64_t passed = 0;
  std::int64_t errors = 0;
  std::int64_t warnings = 0;
  std::int64_t infos = 0;
  /// Code of the first entry of `status`, for example "no_openspec_root": OpenSpec did not get as
  /// far as a summary.
  std::optional<std::string> refusal;
};

/// Reads summary.totals and summary.byLevel; without byLevel, which OpenSpec does not print, the
/// issues of the items are counted (contract: sdd-and-lifecycle §3). Nothing when the text is no
/// JSON object.
std::optional<Report> parse_report(std::string_view json);
/// The same, counting only the items that `counts` names by type ("change" or "spec") and id.
/// Nothing also when the report lists no items.
std::optional<Report> parse_report_of(
    std::string_view json,
    const std::function<bool(std::string_view type, std::string_view id)>& counts);

}  // namespace pumuki::sdd
