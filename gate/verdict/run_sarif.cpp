#include "gate/core/path_json.h"
#include "gate/core/text.h"
#include "gate/verdict/run_text.h"
#include "gate/verdict/sarif.h"
#include "gate/verdict/sarif_parts.h"

#include <algorithm>
#include <set>

namespace pumuki::verdict {
namespace {

std::string_view level_of(Severity severity) {
  if (severity >= Severity::Error) {
    return "error";
  }
  return severity == Severity::Warn ? "warning" : "note";
}

void write_suppression(JsonWriter& json, const evidence::Finding& finding) {
  if (!finding.in_baseline && !finding.waiver_id) {
    return;
  }
  json.key("suppressions").begin_array().begin_object().member("kind", "external");
  json.member("justification",
              finding.waiver_id ? "waiver " + *finding.waiver_id : "in the baseline")
      .end_object()
      .end_array();
}

void write_place(JsonWriter& json, const evidence::Finding& finding) {
  if (finding.file == "unknown") {
    return;
  }
  json.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  json.key("artifactLocation").begin_object();
  json.member("uri", uri_of_path(finding.file)).end_object();
  if (!finding.lines.empty() && finding.lines.front() > 0) {
    json.key("region").begin_object().member("startLine", finding.lines.front());
    if (finding.lines.back() > finding.lines.front()) {
      json.member("endLine", finding.lines.back());
    }
    json.end_object();
  }
  json.end_object().end_object().end_array();
}

void write_finding(JsonWriter& json, const evidence::Finding& finding, Stage stage, bool blocks) {
  json.begin_object().member("ruleId", finding.rule_id).member("level", level_of(finding.severity));
  write_sarif_text(json, "message", finding.message);
  write_place(json, finding);
  if (!finding.fingerprint.empty()) {
    json.key("partialFingerprints")
        .begin_object()
        .member("pumuki/v1", finding.fingerprint)
        .end_object();
  }
  write_suppression(json, finding);
  json.key("properties").begin_object().member("stage", stage_name(stage));
  json.member("severity", severity_name(finding.severity)).member("blocks", blocks);
  if (!is_valid_utf8(finding.file)) {
    write_path_member(json, "path", finding.file);
  }
  json.end_object().end_object();
}

std::vector<SarifRule> rules_of(const GateRun& run) {
  std::vector<SarifRule> rules;
  std::set<std::string_view> seen;
  for (const evidence::Finding& finding : run.findings) {
    if (seen.insert(finding.rule_id).second) {
      rules.push_back({finding.rule_id, finding.why.value_or(finding.rule_id),
                       finding.expected_fix.value_or("")});
    }
  }
  for (const Violation& violation : run.own_violations()) {
    if (seen.insert(code_text(violation.code)).second) {
      rules.push_back(sarif_rule(violation.code));
    }
  }
  return rules;
}

}  // namespace

std::string uri_of_path(std::string_view path) {
  static constexpr std::string_view k_kept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  static constexpr std::string_view k_hex = "0123456789ABCDEF";
  constexpr unsigned k_nibble = 4;
  constexpr unsigned k_low = 0x0F;
  std::string uri;
  for (const char c : path) {
    if (k_kept.find(c) != std::string_view::npos) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += k_hex[byte >> k_nibble];
    uri += k_hex[byte & k_low];
  }
  return uri;
}

std::string run_sarif(const GateRun& run, int exit_code) {
  JsonWriter json;
  begin_sarif_run(json, rules_of(run));
  write_sarif_invocation(json, exit_code);
  json.key("results").begin_array();
  for (std::size_t i = 0; i < run.findings.size(); ++i) {
    write_finding(json, run.findings[i], run.stage,
                  !run.allowed && std::ranges::binary_search(run.blocking, i));
  }
  for (const Violation& violation : run.own_violations()) {
    write_sarif_violation(json, violation, run.stage);
  }
  json.end_array();
  return end_sarif_run(json);
}

}  // namespace pumuki::verdict
