#include "gate/verdict/sarif.h"

#include "gate/core/json_writer.h"
#include "gate/core/version.h"
#include "gate/verdict/distinct_codes.h"
#include "gate/verdict/remediation.h"
#include "gate/verdict/sarif_parts.h"

#include <vector>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_schema = "https://json.schemastore.org/sarif-2.1.0.json";

void write_tool(JsonWriter& json, const std::vector<SarifRule>& rules) {
  json.key("tool").begin_object().key("driver").begin_object();
  json.member("name", k_product_command).member("version", product_version());
  json.key("rules").begin_array();
  for (const SarifRule& rule : rules) {
    json.begin_object().member("id", rule.id);
    write_sarif_text(json, "shortDescription", rule.description);
    if (!rule.help.empty()) {
      write_sarif_text(json, "help", rule.help);
    }
    json.end_object();
  }
  json.end_array().end_object().end_object();
}

void write_location(JsonWriter& json, Code code) {
  json.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  json.key("artifactLocation").begin_object().member("uri", code_location(code)).end_object();
  json.key("region").begin_object().member("startLine", 1).end_object();
  json.end_object().end_object().end_array();
}

}  // namespace

void write_sarif_text(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name).begin_object().member("text", text).end_object();
}

SarifRule sarif_rule(Code code) {
  return {std::string{code_text(code)}, std::string{code_meaning(code)},
          std::string{code_advice(code)}};
}

void begin_sarif_run(JsonWriter& json, const std::vector<SarifRule>& rules) {
  json.begin_object().member("$schema", k_schema).member("version", "2.1.0");
  json.key("runs").begin_array().begin_object();
  write_tool(json, rules);
}

std::string end_sarif_run(JsonWriter& json) {
  json.end_object().end_array().end_object();
  return json.take();
}

void write_sarif_invocation(JsonWriter& json, int exit_code) {
  json.key("invocations").begin_array().begin_object();
  json.member("executionSuccessful", true).member("exitCode", exit_code);
  json.end_object().end_array();
}

void write_sarif_violation(JsonWriter& json, const Violation& violation, Stage stage) {
  json.begin_object()
      .member("ruleId", code_text(violation.code))
      .member("level", violation.error ? "error" : "warning");
  write_sarif_text(json, "message", violation.message);
  write_location(json, violation.code);
  json.key("properties").begin_object().member("stage", stage_name(stage)).end_object();
  json.end_object();
}

std::string verdict_sarif(const Verdict& verdict, int exit_code) {
  std::vector<SarifRule> rules;
  for (const Code code : distinct_codes(verdict)) {
    rules.push_back(sarif_rule(code));
  }
  JsonWriter json;
  begin_sarif_run(json, rules);
  write_sarif_invocation(json, exit_code);
  json.key("results").begin_array();
  for (const Violation& violation : verdict.violations) {
    write_sarif_violation(json, violation, verdict.stage);
  }
  json.end_array();
  return end_sarif_run(json);
}

std::string failure_sarif(const Error& error, int exit_code) {
  JsonWriter json;
  begin_sarif_run(json, {});
  json.key("invocations").begin_array().begin_object();
  json.member("executionSuccessful", false).member("exitCode", exit_code);
  json.key("toolExecutionNotifications").begin_array().begin_object().member("level", "error");
  write_sarif_text(json, "message", describe(error));
  json.key("descriptor").begin_object().member("id", code_text(error.code)).end_object();
  json.end_object().end_array().end_object().end_array();
  json.key("results").begin_array().end_array();
  return end_sarif_run(json);
}

}  // namespace pumuki::verdict
