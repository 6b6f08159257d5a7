#include "tests/e2e/sealed_evidence.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/canonical.h"

namespace pumuki::test {
namespace {

void write_snapshot(JsonWriter& json, const EvidenceOptions& options) {
  const bool blocked = options.status == "BLOCKED";
  json.key("snapshot").begin_object();
  json.member("stage", "PRE_COMMIT").member("outcome", blocked ? "BLOCK" : "PASS");
  json.key("rules_coverage").begin_object().member("stage", "PRE_COMMIT");
  for (const char* list : {"active_rule_ids", "evaluated_rule_ids"}) {
    json.member(list, std::vector<std::string>{"core.sample"});
  }
  json.key("counts").begin_object().member("unevaluated", 0).end_object();
  json.member("coverage_ratio", 1).end_object();
  json.key("findings").begin_array();
  for (int i = 0; i < options.findings; ++i) {
    json.begin_object()
        .member("ruleId", "core.sample")
        .member("severity", "INFO")
        .member("code", "SAMPLE")
        .member("message", "number " + std::to_string(i))
        .member("file", "src/file" + std::to_string(i) + ".cpp")
        .end_object();
  }
  json.end_array().end_object();
}

/// The document without its chain.
std::string payload(const EvidenceOptions& options) {
  JsonWriter json;
  json.begin_object().member("version", "2.1").member("timestamp", format_time(options.timestamp));
  write_snapshot(json, options);
  json.member_raw("ledger", "[]").member_raw("platforms", "{}").member_raw("rulesets", "[]");
  json.key("ai_gate").begin_object().member("status", options.status).end_object();
  json.key("severity_metrics").begin_object().member("gate_status", options.status).end_object();
  json.end_object();
  return json.take();
}

}  // namespace

std::string sealed_evidence(const EvidenceOptions& options) {
  return evidence::seal_text(payload(options)).value();
}

}  // namespace pumuki::test
