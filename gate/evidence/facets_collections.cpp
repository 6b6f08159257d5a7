#include "gate/evidence/facets_collections.h"

#include "gate/core/json_text.h"
#include "gate/core/json_writer.h"
#include "gate/evidence/collation.h"
#include "gate/evidence/query_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
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

std::vector<FilePlatform> platforms_of(const Interner& files) {
  std::vector<FilePlatform> platforms;
  platforms.reserve(files.texts().size());
  for (const std::string_view file : files.texts()) {
    platforms.push_back(file_platform(file));
  }
  return platforms;
}

std::string by_platform(const Column& files, const std::vector<FilePlatform>& platforms) {
  const std::vector<std::size_t> counts = files.occurrences();
  Tally tally;
  for (std::size_t id = 0; id < counts.size(); ++id) {
    tally.add(file_platform_text(platforms[id]), counts[id]);
  }
  return tally.json();
}

/// severity_counts, highest_severity and blocking_findings_count.
struct SeverityFacets {
  std::string counts_json;
  /// Upper-cased text or null.
  std::string highest_json = "null";
  std::size_t blocking = 0;
};

SeverityFacets severity_facets(const Column& severities) {
  const std::vector<std::size_t> counts = severities.occurrences();
  SeverityFacets facets;
  Tally tally;
  std::size_t best_rank = k_severities.size() + 1;
  // Distinct texts stand in file order, so the first of a rank is the first in the file.
  for (std::size_t id = 0; id < counts.size(); ++id) {
    const std::string upper = upper_case(severities.distinct.texts()[id]);
    const std::size_t rank = severity_rank(upper);
    tally.add(upper, counts[id]);
    facets.blocking += upper == "CRITICAL" || upper == "ERROR" ? counts[id] : 0;
    if (rank < best_rank) {
      best_rank = rank;
      facets.highest_json = json_string(upper);
    }
  }
  facets.counts_json = tally.json(severity_rank);
  return facets;
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

void add_ledger_facets(FacetList& list, const std::vector<LedgerRow>& rows) {
  const Column files{rows, &LedgerRow::file};
  add_count(list, "ledger_count", rows.size());
  add_count(list, "ledger_files_count", files.distinct_count());
  add_count(list, "ledger_rules_count", Column{rows, &LedgerRow::rule_id}.distinct_count());
  list.push_back({"ledger_by_platform", by_platform(files, platforms_of(files.distinct))});
}

void add_ruleset_facets(FacetList& list, const std::vector<RulesetRow>& rows, const Order& order) {
  const Column platforms{rows, &RulesetRow::platform};
  const std::vector<std::size_t> counts = platforms.occurrences();
  Tally by_platform_text;
  for (std::size_t id = 0; id < counts.size(); ++id) {
    by_platform_text.add(platforms.distinct.texts()[id], counts[id]);
  }
  add_count(list, "rulesets_count", rows.size());
  add_count(list, "rulesets_platforms_count", platforms.distinct_count());
  add_count(list, "rulesets_bundles_count", Column{rows, &RulesetRow::bundle}.distinct_count());
  add_count(list, "rulesets_hashes_count", Column{rows, &RulesetRow::hash}.distinct_count());
  list.push_back({"rulesets_by_platform", by_platform_text.json()});
  const std::string hashes = fingerprint(rows, order);
  add_facet(list, "rulesets_fingerprint", std::string_view{hashes});
}

}  // namespace

FindingColumns::FindingColumns(const std::vector<FindingRow>& rows)
    : rules(rows, &FindingRow::rule_id),
      severities(rows, &FindingRow::severity),
      files(rows, &FindingRow::file),
      platforms(platforms_of(files.distinct)) {}

FacetList snapshot_facets(const std::vector<FindingRow>& rows, const FindingColumns& columns) {
  const SeverityFacets severities = severity_facets(columns.severities);
  const auto with_lines =
      static_cast<std::size_t>(std::ranges::count(rows, true, &FindingRow::has_line_list));
  FacetList list;
  add_facet(list, "has_findings", !rows.empty());
  add_count(list, "findings_count", rows.size());
  add_count(list, "findings_files_count", columns.files.distinct_count());
  add_count(list, "findings_rules_count", columns.rules.distinct_count());
  add_count(list, "findings_with_lines_count", with_lines);
  add_count(list, "findings_without_lines_count", rows.size() - with_lines);
  list.push_back({"severity_counts", severities.counts_json});
  list.push_back({"findings_by_platform", by_platform(columns.files, columns.platforms)});
  list.push_back({"highest_severity", severities.highest_json});
  add_count(list, "blocking_findings_count", severities.blocking);
  return list;
}

FacetList collection_facets(const Collections& collections, const Order& rulesets) {
  FacetList list;
  add_ledger_facets(list, collections.ledger);
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
