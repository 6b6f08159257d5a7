#include "gate/core/severity.h"
#include "gate/core/text.h"
#include "gate/evidence/document_text.h"
#include "gate/evidence/finding_key.h"
#include "gate/evidence/snapshot_platforms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace pumuki::evidence {
namespace {

constexpr std::size_t k_blocking_sentence = 140;
constexpr std::size_t k_warning_sentence = 120;

/// At most `most` characters of UTF-8, the last one then an ellipsis.
std::string cut(std::string text, std::size_t most) {
  std::size_t count = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) {
      continue;
    }
    if (++count == most) {
      last = i;
    }
    if (count > most) {
      text.resize(last);
      return text + "…";
    }
  }
  return text;
}

std::size_t distinct_files(const std::vector<Finding>& findings) {
  std::unordered_set<std::string_view> files;
  for (const Finding& finding : findings) {
    files.insert(finding.file);
  }
  return files.size();
}

std::string number_of(std::size_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string{thing} + (count == 1 ? "" : "s");
}

std::string sentence_of(const Finding& finding, std::size_t most) {
  return cut(finding.code + ": " + finding.message, most);
}

std::vector<std::string> summary_lines(const DocumentParts& parts) {
  const auto& findings = parts.survivors.findings;
  std::vector<std::string> lines{parts.draft.stage + " " + parts.outcome + ": " +
                                 number_of(findings.size(), "finding") + " in " +
                                 number_of(distinct_files(findings), "file")};
  if (parts.outcome == "BLOCK") {
    auto first = std::ranges::find_if(findings, is_blocking);
    if (first == findings.end()) {
      // A threshold below ERROR blocks.
      first = std::ranges::find_if_not(findings, is_excepted);
    }
    if (first != findings.end()) {
      lines.push_back(sentence_of(*first, k_blocking_sentence));
      lines.emplace_back("Fix what blocks, then run the step again.");
    }
    return lines;
  }
  const auto warning = std::ranges::find(findings, Severity::Warn, &Finding::severity);
  if (warning != findings.end()) {
    lines.push_back(sentence_of(*warning, k_warning_sentence));
  }
  return lines;
}

std::vector<std::string> ids_without(const std::vector<std::string>& ids,
                                     const std::vector<std::string>& taken) {
  std::vector<std::string> rest;
  std::ranges::set_difference(ids, taken, std::back_inserter(rest));
  return rest;
}

struct RuleOrigins {
  std::int64_t baseline = 0;
  std::int64_t heuristic = 0;
  std::int64_t skills = 0;
  std::int64_t project = 0;
};

RuleOrigins count_origins(const std::vector<std::string>& ids) {
  static constexpr std::array<std::string_view, 4> k_presets{"ios.", "android.", "backend.",
                                                             "frontend."};
  RuleOrigins origins;
  for (const std::string& id : ids) {
    if (id.starts_with("heuristics.")) {
      ++origins.heuristic;
    } else if (id.starts_with("skills.")) {
      ++origins.skills;
    } else if (std::ranges::any_of(k_presets, [&](auto head) { return id.starts_with(head); })) {
      ++origins.baseline;
    } else {
      ++origins.project;
    }
  }
  return origins;
}

void write_metrics(JsonWriter& json, const Draft& draft) {
  const auto active = tidy_ids(draft.coverage.active_rule_ids);
  const auto evaluated = tidy_ids(draft.coverage.evaluated_rule_ids);
  const auto matched = tidy_ids(draft.coverage.matched_rule_ids);
  const auto unmatched = ids_without(evaluated, matched);
  const RuleOrigins origins = count_origins(active);
  json.begin_object()
      .member("facts_total", 0)
      .member("rules_total", active.size())
      .member("baseline_rules", origins.baseline)
      .member("heuristic_rules", origins.heuristic)
      .member("skills_rules", origins.skills)
      .member("project_rules", origins.project)
      .member("matched_rules", matched.size())
      .member("unmatched_rules", unmatched.size())
      .member("evaluated_rule_ids", evaluated)
      .member("matched_rule_ids", matched)
      .member("unmatched_rule_ids", unmatched)
      .end_object();
}

double coverage_ratio(std::size_t evaluated, std::size_t active) {
  constexpr double k_decimals = 1e6;
  if (active == 0) {
    return 1;
  }
  const double ratio = static_cast<double>(evaluated) / static_cast<double>(active);
  return std::round(std::min(ratio, 1.0) * k_decimals) / k_decimals;
}

}  // namespace

std::vector<std::string> tidy_ids(const std::vector<std::string>& ids) {
  std::vector<std::string> tidied;
  for (const std::string& id : ids) {
    if (const auto kept = trim(id); !kept.empty()) {
      tidied.push_back(replace_invalid_utf8(kept));
    }
  }
  // UTF-8 bytes sort like code points; rule ids beyond the basic plane do not occur.
  std::ranges::sort(tidied);
  const auto repeated = std::ranges::unique(tidied);
  tidied.erase(repeated.begin(), repeated.end());
  return tidied;
}

void write_rules_coverage(JsonWriter& json, const Draft& draft) {
  const auto active = tidy_ids(draft.coverage.active_rule_ids);
  const auto evaluated = tidy_ids(draft.coverage.evaluated_rule_ids);
  const auto matched = tidy_ids(draft.coverage.matched_rule_ids);
  const auto unevaluated = tidy_ids(draft.coverage.unevaluated_rule_ids);
  const auto unsupported = tidy_ids(draft.coverage.unsupported_auto_rule_ids);
  json.begin_object()
      .member("stage", draft.stage)
      .member("contract", "AUTO_RUNTIME_RULES_FOR_STAGE")
      .member("scope_note", "Rules that apply to the judged changes at this stage.")
      .member("active_rule_ids", active)
      .member("evaluated_rule_ids", evaluated)
      .member("matched_rule_ids", matched)
      .member("unevaluated_rule_ids", unevaluated);
  if (!unsupported.empty()) {
    json.member("unsupported_auto_rule_ids", unsupported);
  }
  json.key("counts")
      .begin_object()
      .member("active", active.size())
      .member("evaluated", evaluated.size())
      .member("matched", matched.size())
      .member("unevaluated", unevaluated.size());
  if (!unsupported.empty()) {
    json.member("unsupported_auto", unsupported.size());
  }
  json.end_object()
      .member("coverage_ratio", coverage_ratio(evaluated.size(), active.size()))
      .end_object();
}

void write_hints(JsonWriter& json, const DocumentParts& parts) {
  const auto& findings = parts.survivors.findings;
  const auto& coverage = parts.draft.coverage;
  json.begin_object()
      .member("requires_second_pass", parts.draft.truncated)
      .key("second_pass_reason");
  if (parts.draft.truncated) {
    json.value("The findings were cut off at the limit.");
  } else {
    json.null();
  }
  json.member("human_summary_lines", summary_lines(parts))
      .key("rule_execution_breakdown")
      .begin_object()
      .member("evaluated_count", tidy_ids(coverage.evaluated_rule_ids).size())
      .member("matched_blocking_count", std::ranges::count_if(findings, is_blocking))
      .member("matched_warn_count",
              std::ranges::count(findings, Severity::Warn, &Finding::severity))
      .member("matched_info_count",
              std::ranges::count(findings, Severity::Info, &Finding::severity))
      .member("skipped_out_of_scope_count", tidy_ids(coverage.unevaluated_rule_ids).size())
      .end_object()
      .end_object();
}

void write_snapshot(JsonWriter& json, const DocumentParts& parts) {
  const auto& findings = parts.survivors.findings;
  json.begin_object()
      .member("stage", parts.draft.stage)
      .member("audit_mode", "gate")
      .member("outcome", parts.outcome)
      .member("files_scanned", std::max<std::int64_t>(parts.draft.files_scanned, 0))
      .member("files_affected", distinct_files(findings))
      .key("evaluation_metrics");
  write_metrics(json, parts.draft);
  json.key("rules_coverage");
  write_rules_coverage(json, parts.draft);
  json.key("findings").begin_array();
  for (const Finding& finding : findings) {
    write_finding(json, finding, "severity");
  }
  json.end_array().key("platforms");
  write_snapshot_platforms(json, findings);
  if (parts.draft.truncated) {
    json.member("truncated", true);
  }
  json.end_object();
}

}  // namespace pumuki::evidence
