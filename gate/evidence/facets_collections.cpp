#include "gate/evidence/facets_collections.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/collation.h"
#include "gate/evidence/facets_platform.h"
#include "gate/evidence/query_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace pumuki::evidence {
namespace {

/// How often each text occurs, written in collated order.
class Tally {
 public:
  void add(std::string_view text, std::size_t times = 1) {
    const auto found = counts_.find(text);
    if (found == counts_.end()) {
      counts_.emplace(text, times);
    } else {
      found->second += times;
    }
  }

  /// `rank` comes before the collated order.
  [[nodiscard]] std::string json(const std::function<std::size_t(std::string_view)>& rank) const {
    std::vector<std::pair<std::string_view, std::size_t>> entries{counts_.begin(), counts_.end()};
    const Collator collator;
    std::ranges::stable_sort(entries, [&](const auto& a, const auto& b) {
      const std::size_t rank_a = rank(a.first);
      const std::size_t rank_b = rank(b.first);
      return rank_a != rank_b ? rank_a < rank_b : collator.compare(a.first, b.first) < 0;
    });
    JsonWriter writer;
    writer.begin_object();
    for (const auto& [text, count] : entries) {
      writer.member(text, count);
    }
    return writer.end_object().take();
  }
  [[nodiscard]] std::string json() const {
    return json([](std::string_view) { return std::size_t{0}; });
  }

 private:
  std::map<std::string, std::size_t, std::less<>> counts_;
};

constexpr std::array<std::string_view, 4> k_severities{"CRITICAL", "ERROR", "WARN", "INFO"};

/// Place among the known severities; all others come last and are equal.
std::size_t severity_rank(std::string_view upper) {
  return static_cast<std::size_t>(std::ranges::find(k_severities, upper) - k_severities.begin());
}

template <class Row>
double distinct(const std::vector<Row>& rows, std::string_view Row::* column) {
  std::unordered_set<std::string_view> seen;
  for (const Row& row : rows) {
    seen.insert(row.*column);
  }
  return static_cast<double>(seen.size());
}

/// Rows per distinct text, so that case mapping runs once per text.
template <class Row>
std::unordered_map<std::string_view, std::size_t> occurrences(const std::vector<Row>& rows,
                                                              std::string_view Row::* column) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const Row& row : rows) {
    ++counts[row.*column];
  }
  return counts;
}

template <class Row>
std::string by_file_platform(const std::vector<Row>& rows) {
  Tally tally;
  for (const auto& [file, count] : occurrences(rows, &Row::file)) {
    tally.add(file_platform_text(file_platform(file)), count);
  }
  return tally.json();
}

/// JSON: upper-cased text or null.
std::string highest_severity(const std::vector<FindingRow>& rows) {
  std::string_view best;
  std::size_t best_rank = k_severities.size() + 1;
  std::unordered_map<std::string_view, std::size_t> ranks;
  for (const FindingRow& row : rows) {
    const auto [entry, is_new] = ranks.try_emplace(row.severity, 0);
    if (is_new) {
      entry->second = severity_rank(upper_case(row.severity));
    }
    if (entry->second < best_rank) {
      best_rank = entry->second;
      best = row.severity;
    }
  }
  return rows.empty() ? "null" : JsonWriter{}.value(upper_case(best)).take();
}

void add_count(FacetList& list, std::string_view name, std::size_t count) {
  add_facet(list, name, static_cast<double>(count));
}

std::string fingerprint(const std::vector<RulesetRow>& rows, const Order& order) {
  std::string text;
  for (const std::uint32_t position : order) {
    if (position != order.front()) {
      text += '|';
    }
    text += rows[position].hash;
  }
  return text;
}

void add_ruleset_facets(FacetList& list, const std::vector<RulesetRow>& rows, const Order& order) {
  add_count(list, "rulesets_count", rows.size());
  add_facet(list, "rulesets_platforms_count", distinct(rows, &RulesetRow::platform));
  add_facet(list, "rulesets_bundles_count", distinct(rows, &RulesetRow::bundle));
  add_facet(list, "rulesets_hashes_count", distinct(rows, &RulesetRow::hash));
  Tally platforms;
  for (const RulesetRow& row : rows) {
    platforms.add(row.platform);
  }
  list.push_back({"rulesets_by_platform", platforms.json()});
  const std::string hashes = fingerprint(rows, order);
  add_facet(list, "rulesets_fingerprint", std::string_view{hashes});
}

}  // namespace

FacetList snapshot_facets(const std::vector<FindingRow>& rows) {
  Tally severities;
  double blocking = 0;
  for (const auto& [severity, count] : occurrences(rows, &FindingRow::severity)) {
    const std::string upper = upper_case(severity);
    severities.add(upper, count);
    if (upper == "CRITICAL" || upper == "ERROR") {
      blocking += static_cast<double>(count);
    }
  }
  const auto with_lines =
      static_cast<std::size_t>(std::ranges::count(rows, true, &FindingRow::has_line_list));
  FacetList list;
  add_facet(list, "has_findings", !rows.empty());
  add_count(list, "findings_count", rows.size());
  add_facet(list, "findings_files_count", distinct(rows, &FindingRow::file));
  add_facet(list, "findings_rules_count", distinct(rows, &FindingRow::rule_id));
  add_count(list, "findings_with_lines_count", with_lines);
  add_count(list, "findings_without_lines_count", rows.size() - with_lines);
  list.push_back({"severity_counts", severities.json(severity_rank)});
  list.push_back({"findings_by_platform", by_file_platform(rows)});
  list.push_back({"highest_severity", highest_severity(rows)});
  add_facet(list, "blocking_findings_count", blocking);
  return list;
}

FacetList collection_facets(const Collections& collections, const Order& rulesets) {
  FacetList list;
  add_count(list, "ledger_count", collections.ledger.size());
  add_facet(list, "ledger_files_count", distinct(collections.ledger, &LedgerRow::file));
  add_facet(list, "ledger_rules_count", distinct(collections.ledger, &LedgerRow::rule_id));
  list.push_back({"ledger_by_platform", by_file_platform(collections.ledger)});
  add_ruleset_facets(list, collections.rulesets, rulesets);
  Tally confidences;
  for (const PlatformRow& row : collections.platforms) {
    if (row.confidence) {
      confidences.add(*row.confidence);
    }
  }
  list.push_back({"platform_confidence_counts", confidences.json()});
  add_count(list, "suppressed_findings_count", collections.suppressed.size());
  return list;
}

FacetList platform_facets(const std::vector<PlatformRow>& rows) {
  const auto detected = static_cast<std::size_t>(std::ranges::count_if(
      rows, [](const PlatformRow& row) { return row.detected.value_or(false); }));
  FacetList list;
  add_count(list, "tracked_platforms_count", rows.size());
  add_count(list, "detected_platforms_count", detected);
  add_count(list, "non_detected_platforms_count", rows.size() - detected);
  return list;
}

}  // namespace pumuki::evidence
