#include "gate/evidence/snapshot_platforms.h"

#include "gate/core/severity.h"
#include "gate/core/text.h"
#include "gate/evidence/finding_key.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pumuki::evidence {
namespace {

constexpr std::array<std::string_view, 5> k_names{"iOS", "Android", "Backend", "Frontend", "Other"};
constexpr std::array<std::string_view, 4> k_keys{"ios", "android", "backend", "frontend"};
constexpr std::size_t k_most_violations = 7;
constexpr std::array k_worst_first{Severity::Critical, Severity::Error, Severity::Warn,
                                   Severity::Info};

bool has_segment(std::string_view path, std::string_view name) {
  return std::ranges::any_of(split(path, '/'),
                             [&](std::string_view segment) { return segment == name; });
}

std::optional<SnapshotPlatform> by_path(std::string_view path) {
  const auto ends = [&](std::string_view suffix) { return path.ends_with(suffix); };
  if (has_segment(path, "ios") || ends(".swift")) {
    return SnapshotPlatform::Ios;
  }
  if (has_segment(path, "android") || ends(".kt") || ends(".kts")) {
    return SnapshotPlatform::Android;
  }
  if (has_segment(path, "backend")) {
    return SnapshotPlatform::Backend;
  }
  if (has_segment(path, "web") || has_segment(path, "frontend") || ends(".tsx") || ends(".jsx")) {
    return SnapshotPlatform::Frontend;
  }
  return std::nullopt;
}

bool names_platform(std::string_view rule, std::string_view platform, bool anywhere) {
  const std::string dotted = std::string{platform} + ".";
  return rule.starts_with(dotted) || rule.starts_with("skills." + dotted) ||
         rule.starts_with("heuristics." + dotted) || (anywhere && rule.contains("." + dotted));
}

SnapshotPlatform by_rule(std::string_view rule) {
  static constexpr std::array<std::string_view, 3> k_page_rules{
      "heuristics.ts.inner-html.ast", "heuristics.ts.document-write.ast",
      "heuristics.ts.insert-adjacent-html.ast"};
  if (std::ranges::find(k_page_rules, rule) != k_page_rules.end()) {
    return SnapshotPlatform::Frontend;
  }
  for (std::size_t i = 0; i < k_keys.size(); ++i) {
    if (names_platform(rule, k_keys.at(i), i >= 2)) {
      return static_cast<SnapshotPlatform>(i);
    }
  }
  return rule.starts_with("heuristics.ts.") ? SnapshotPlatform::Backend : SnapshotPlatform::Other;
}

struct Counts {
  std::unordered_set<std::string_view> files;
  std::map<Severity, std::int64_t> by_severity;
  std::unordered_map<std::string_view, std::int64_t> by_rule;
};

void write_top_violations(JsonWriter& json, const Counts& counts) {
  std::vector<std::pair<std::string_view, std::int64_t>> rules{counts.by_rule.begin(),
                                                               counts.by_rule.end()};
  std::ranges::sort(rules, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : compare_texts(a.first, b.first) < 0;
  });
  rules.resize(std::min(rules.size(), k_most_violations));
  json.key("top_violations").begin_array();
  for (const auto& [rule, count] : rules) {
    json.begin_object().member("rule_id", rule).member("count", count).end_object();
  }
  json.end_array();
}

}  // namespace

SnapshotPlatform snapshot_platform(std::string_view file, std::string_view rule_id) {
  std::string path = ascii_lower(file);
  std::ranges::replace(path, '\\', '/');
  const auto platform = by_path(path);
  return platform ? *platform : by_rule(ascii_lower(rule_id));
}

void write_snapshot_platforms(JsonWriter& json, const std::vector<Finding>& findings) {
  std::array<Counts, k_names.size()> all;
  for (const Finding& finding : findings) {
    Counts& counts =
        all.at(static_cast<std::size_t>(snapshot_platform(finding.file, finding.rule_id)));
    counts.files.insert(finding.file);
    ++counts.by_severity[finding.severity];
    ++counts.by_rule[finding.rule_id];
  }
  json.begin_array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Counts& counts = all.at(i);
    json.begin_object()
        .member("platform", k_names.at(i))
        .member("files_affected", counts.files.size())
        .key("by_severity")
        .begin_object();
    for (const Severity severity : k_worst_first) {
      const auto count = counts.by_severity.find(severity);
      json.member(enterprise_severity_name(severity),
                  count == counts.by_severity.end() ? 0 : count->second);
    }
    json.end_object();
    write_top_violations(json, counts);
    json.end_object();
  }
  json.end_array();
}

void write_detected_platforms(JsonWriter& json, const Draft& draft) {
  std::set<std::string_view> detected;
  for (const std::string_view platform : k_keys) {
    const auto of_platform = [&](const std::string& id) {
      return names_platform(ascii_lower(id), platform, false);
    };
    const auto named = [&](const RulesetDraft& ruleset) { return ruleset.platform == platform; };
    if (std::ranges::any_of(draft.rulesets, named) ||
        std::ranges::any_of(draft.coverage.active_rule_ids, of_platform)) {
      detected.insert(platform);
    }
  }
  json.begin_object();
  for (const std::string_view platform : detected) {
    json.key(platform)
        .begin_object()
        .member("detected", true)
        .member("confidence", "HIGH")
        .end_object();
  }
  json.end_object();
}

}  // namespace pumuki::evidence
