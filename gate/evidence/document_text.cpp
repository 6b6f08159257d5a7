#include "gate/evidence/document_text.h"

#include "gate/core/path_json.h"
#include "gate/core/severity.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/document.h"
#include "gate/evidence/finding_key.h"
#include "gate/evidence/snapshot_platforms.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::evidence {
namespace {

constexpr std::array k_worst_first{Severity::Critical, Severity::Error, Severity::Warn,
                                   Severity::Info};

std::string_view gate_status(const DocumentParts& parts) {
  return parts.outcome == "BLOCK" ? "BLOCKED" : "ALLOWED";
}

void write_lines(JsonWriter& json, const std::vector<std::int64_t>& lines) {
  if (lines.empty()) {
    return;
  }
  json.key("lines").begin_array();
  for (const std::int64_t line : lines) {
    json.value(line);
  }
  json.end_array();
}

void write_text_if_any(JsonWriter& json, std::string_view name, std::string_view text) {
  if (!text.empty()) {
    json.member(name, text);
  }
}

/// In the order of the findings, which is that of the ledger's keys.
void write_ledger(JsonWriter& json, const DocumentParts& parts) {
  const std::string now = format_time(parts.now);
  json.key("ledger").begin_array();
  for (const Finding& finding : parts.survivors.findings) {
    const auto first = parts.previous.first_seen(finding);
    json.begin_object().member("ruleId", finding.rule_id);
    write_file_members(json, finding.file);
    write_lines(json, finding.lines);
    json.member("firstSeen", first ? format_time(*first) : now).member("lastSeen", now);
    write_text_if_any(json, "fingerprint", finding.fingerprint);
    json.end_object();
  }
  json.end_array();
}

void write_rulesets(JsonWriter& json, const std::vector<RulesetDraft>& drafts) {
  std::vector<const RulesetDraft*> rulesets;
  for (const RulesetDraft& draft : drafts) {
    rulesets.push_back(&draft);
  }
  const auto compare = [](const RulesetDraft* a, const RulesetDraft* b) {
    const auto order = compare_texts(a->platform, b->platform);
    return order != 0 ? order : compare_texts(a->bundle, b->bundle);
  };
  std::ranges::stable_sort(rulesets,
                           [&](const auto* a, const auto* b) { return compare(a, b) < 0; });
  const auto repeated = std::ranges::unique(
      rulesets, [&](const auto* a, const auto* b) { return compare(a, b) == 0; });
  rulesets.erase(repeated.begin(), repeated.end());
  json.key("rulesets").begin_array();
  for (const RulesetDraft* ruleset : rulesets) {
    json.begin_object()
        .member("platform", ruleset->platform)
        .member("bundle", ruleset->bundle)
        .member("hash", ruleset->hash)
        .end_object();
  }
  json.end_array();
}

void write_ai_gate(JsonWriter& json, const DocumentParts& parts, const std::string& intent) {
  json.key("ai_gate").begin_object().member("status", gate_status(parts));
  json.key("violations").begin_array();
  for (const Finding& finding : parts.survivors.findings) {
    write_finding(json, finding, "level");
  }
  json.end_array().member_raw("human_intent", intent).end_object();
}

void write_severity_metrics(JsonWriter& json, const DocumentParts& parts) {
  const auto& findings = parts.survivors.findings;
  const auto count = [&](Severity severity) {
    return std::ranges::count(findings, severity, &Finding::severity);
  };
  json.key("severity_metrics")
      .begin_object()
      .member("gate_status", gate_status(parts))
      .member("total_violations", findings.size());
  json.key("by_severity").begin_object();
  for (const Severity severity : k_worst_first) {
    json.member(severity_name(severity), count(severity));
  }
  json.end_object().key("by_enterprise_severity").begin_object();
  for (const Severity severity : k_worst_first) {
    json.member(enterprise_severity_name(severity), count(severity));
  }
  json.end_object().end_object();
}

void write_sdd(JsonWriter& json, const Draft& draft) {
  if (!draft.sdd) {
    return;
  }
  json.key("sdd_metrics")
      .begin_object()
      .member("enforced", draft.sdd->enforced)
      .member("stage", draft.stage)
      .key("decision")
      .begin_object()
      .member("allowed", draft.sdd->allowed)
      .member("code", draft.sdd->code)
      .member("message", draft.sdd->message)
      .end_object()
      .end_object();
}

Result<void> write_repo_state(JsonWriter& json, const Draft& draft) {
  if (draft.repo_state_json.empty()) {
    return {};
  }
  std::string state;
  if (!append_canonical(state, draft.repo_state_json) || !state.starts_with('{')) {
    return fail(Code::WrongShape, "repo_state is not a JSON object");
  }
  json.member_raw("repo_state", state);
  return {};
}

void write_suppressed(JsonWriter& json, const std::vector<SuppressedFinding>& suppressed) {
  if (suppressed.empty()) {
    return;
  }
  json.key("consolidation").begin_object().key("suppressed").begin_array();
  for (const SuppressedFinding& one : suppressed) {
    json.begin_object().member("ruleId", one.rule_id);
    write_file_members(json, one.file);
    write_lines(json, one.lines);
    json.member("replacedByRuleId", one.replaced_by)
        .member("replacementRuleId", one.replaced_by)
        .member("platform", one.platform)
        .member("reason", "semantic-family-precedence")
        .end_object();
  }
  json.end_array().end_object();
}

void write_reports(JsonWriter& json, const std::vector<ReportRecord>& reports) {
  if (reports.empty()) {
    return;
  }
  json.key("reports").begin_array();
  for (const ReportRecord& report : reports) {
    json.begin_object();
    write_path_member(json, "path", report.path);
    json.member("kind", report.kind).member("digest", report.digest).member("tool", report.tool);
    write_text_if_any(json, "tool_version", report.tool_version);
    write_text_if_any(json, "tree", report.tree);
    json.member("age_seconds", report.age_seconds)
        .optional_member("coverable_lines", report.coverable_lines)
        .optional_member("covered_lines", report.covered_lines)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void write_finding(JsonWriter& json, const Finding& finding, std::string_view severity_member) {
  json.begin_object()
      .member("ruleId", finding.rule_id)
      .member(severity_member, severity_name(finding.severity))
      .member("code", finding.code)
      .member("message", finding.message);
  write_file_members(json, finding.file);
  write_lines(json, finding.lines);
  write_text_if_any(json, "matchedBy", finding.matched_by);
  write_text_if_any(json, "source", finding.source);
  json.optional_member("blocking", finding.blocking)
      .optional_member("why", finding.why)
      .optional_member("impact", finding.impact)
      .optional_member("expected_fix", finding.expected_fix);
  write_text_if_any(json, "fingerprint", finding.fingerprint);
  if (finding.in_baseline) {
    json.member("in_baseline", true);
  }
  json.optional_member("waiver", finding.waiver_id).end_object();
}

Result<std::string> document_text(const DocumentParts& parts) {
  JsonWriter json;
  json.begin_object()
      .member("version", k_version)
      .member("timestamp", format_time(parts.now))
      .key("operational_hints");
  write_hints(json, parts);
  json.key("snapshot");
  write_snapshot(json, parts);
  write_ledger(json, parts);
  json.key("platforms");
  write_detected_platforms(json, parts.draft);
  write_rulesets(json, parts.draft.rulesets);
  const std::string intent = carried_intent(parts.previous.human_intent(), parts.now);
  json.member_raw("human_intent", intent);
  write_ai_gate(json, parts, intent);
  write_severity_metrics(json, parts);
  write_sdd(json, parts.draft);
  if (auto written = write_repo_state(json, parts.draft); !written) {
    return fail(std::move(written.error()));
  }
  write_suppressed(json, parts.survivors.suppressed);
  write_reports(json, parts.draft.reports);
  json.end_object();
  return json.take();
}

}  // namespace pumuki::evidence
