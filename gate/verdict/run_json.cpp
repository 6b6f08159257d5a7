#include "gate/core/path_json.h"
#include "gate/verdict/run_text.h"
#include "gate/verdict/verdict_json.h"

#include <algorithm>

namespace pumuki::verdict {
namespace {

void write_finding(JsonWriter& json, const evidence::Finding& finding, bool blocks) {
  json.begin_object()
      .member("rule", finding.rule_id)
      .member("severity", severity_name(finding.severity))
      .member("code", finding.code)
      .member("message", finding.message);
  write_path_member(json, "path", finding.file);
  json.key("lines").begin_array();
  for (const std::int64_t line : finding.lines) {
    json.value(line);
  }
  json.end_array()
      .member("blocks", blocks)
      .member("in_baseline", finding.in_baseline)
      .member("waiver", finding.waiver_id)
      .member("fingerprint", finding.fingerprint)
      .optional_member("source", finding.source.empty() ? std::optional<std::string>{}
                                                        : std::optional{finding.source})
      .optional_member("why", finding.why)
      .optional_member("impact", finding.impact)
      .optional_member("expected_fix", finding.expected_fix)
      .end_object();
}

void write_findings(JsonWriter& json, const GateRun& run) {
  json.key("findings").begin_array();
  for (std::size_t i = 0; i < run.findings.size(); ++i) {
    write_finding(json, run.findings[i],
                  !run.allowed && std::ranges::binary_search(run.blocking, i));
  }
  json.end_array();
}

void write_waiver(JsonWriter& json, const std::optional<collect::Waiver>& waiver) {
  json.key("waiver");
  if (!waiver) {
    json.null();
    return;
  }
  json.begin_object()
      .member("id", waiver->id)
      .member("owner", waiver->owner)
      .member("reason", waiver->reason)
      .member("expires_at", format_time(waiver->expires_at))
      .end_object();
}

void write_parts(JsonWriter& json, const std::vector<PartOutcome>& parts) {
  json.key("refs").begin_array();
  for (const PartOutcome& part : parts) {
    json.begin_object();
    write_path_member(json, "name", part.name);
    json.member("outcome", part.outcome).end_object();
  }
  json.end_array();
}

void write_notices(JsonWriter& json, const policy::Notices& notices) {
  json.key("notices").begin_array();
  for (const policy::Notice& notice : notices) {
    json.begin_object().member("file", notice.file).member("reason", notice.reason).end_object();
  }
  json.end_array();
}

}  // namespace

std::string run_json(const GateRun& run, int exit_code) {
  JsonWriter json;
  json.begin_object()
      .member("exit_code", exit_code)
      .member("stage", stage_name(run.stage))
      .member("status", run.allowed ? "ALLOWED" : "BLOCKED")
      .member("allowed", run.allowed)
      .member("outcome", run.outcome)
      .member("evidence_written", run.evidence.written)
      .member("evidence_reason", run.evidence.written ? std::optional<std::string>{}
                                                      : std::optional{run.evidence.reason})
      .member("evidence_payload_hash", run.evidence.payload_hash);
  json.key("sdd");
  if (run.sdd) {
    sdd::write_decision(json, run.sdd->decision);
  } else {
    json.null();
  }
  write_waiver(json, run.waiver);
  json.member("files_scanned", run.files_scanned).member("truncated", run.truncated);
  write_parts(json, run.parts);
  write_findings(json, run);
  write_notices(json, run.notices);
  json.key("gate").begin_object();
  write_verdict_members(json, run.verdict);
  json.end_object().end_object();
  return json.take();
}

}  // namespace pumuki::verdict
