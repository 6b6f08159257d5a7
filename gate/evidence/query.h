#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// The first value of a query parameter, decoded; nothing when the name does not occur.
using Parameters = std::function<std::optional<std::string>(std::string_view name)>;

// The kinds of values (evidence-server §2.2). A bad value is nothing, never a fault.

/// Trimmed and lower-cased; nothing when that leaves nothing.
std::optional<std::string> token(const std::optional<std::string>& value);
/// ASCII digits only. May be infinite: digits beyond the range of a double.
std::optional<double> whole_number(const std::optional<std::string>& value);
/// 1 true yes on / 0 false no off.
std::optional<bool> boolean(const std::optional<std::string>& value);

/// Highest effective limit of a page.
inline constexpr double k_max_limit = 100;

struct PageQuery {
  /// As asked, before capping.
  std::optional<double> limit;
  double offset = 0;
};

struct FindingsQuery {
  std::optional<std::string> severity;
  std::optional<std::string> rule_id;
  std::optional<std::string> platform;
  PageQuery page;
};

struct RulesetsQuery {
  std::optional<std::string> platform;
  std::optional<std::string> bundle;
  PageQuery page;
};

struct PlatformsQuery {
  bool detected_only = true;
  std::optional<std::string> confidence;
  PageQuery page;
};

struct LedgerQuery {
  std::optional<std::string> last_seen_after;
  std::optional<std::string> last_seen_before;
  PageQuery page;
};

FindingsQuery findings_query(const Parameters& parameters);
RulesetsQuery rulesets_query(const Parameters& parameters);
PlatformsQuery platforms_query(const Parameters& parameters);
LedgerQuery ledger_query(const Parameters& parameters);
/// Whether the document is asked for with its member `consolidation` (evidence-server §5).
bool wants_consolidation(const Parameters& parameters);

}  // namespace pumuki::evidence
