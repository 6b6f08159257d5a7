#include "gate/core/json_text.h"
#include "gate/core/text.h"
#include "gate/sdd/learning.h"
#include "gate/sdd/report.h"

#include <nlohmann/json.hpp>

namespace pumuki::sdd {
namespace {

using Json = nlohmann::json;

/// An object, or null for anything else that was read or could not be.
Json parse_object(std::string_view text) {
  if (!json_depth_at_most(text)) {
    return {};
  }
  Json json = Json::parse(replace_invalid_utf8(text), nullptr, false);
  if (!json.is_object()) {
    json = nullptr;
  }
  return json;
}

const Json& member(const Json& object, const char* name) {
  static const Json k_null;
  if (!object.is_object()) {
    return k_null;
  }
  const auto found = object.find(name);
  return found == object.end() ? k_null : *found;
}

std::int64_t count(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (value.is_number_integer()) {
    return value.get<std::int64_t>();
  }
  return 0;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string{};
}

void count_issue(const Json& issue, Report& report) {
  const std::string level = text_of(member(issue, "level"));
  if (level == "ERROR") {
    ++report.errors;
  } else if (level == "WARNING") {
    ++report.warnings;
  } else if (level == "INFO") {
    ++report.infos;
  }
}

void count_issues_of(const Json& item, Report& report) {
  const Json& issues = member(item, "issues");
  if (issues.is_array()) {
    for (const Json& issue : issues) {
      count_issue(issue, report);
    }
  }
}

void count_issues(const Json& items, Report& report) {
  if (items.is_array()) {
    for (const Json& item : items) {
      count_issues_of(item, report);
    }
  }
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> result;
  if (list.is_array()) {
    for (const Json& entry : list) {
      if (entry.is_string()) {
        result.push_back(entry.get<std::string>());
      }
    }
  }
  return result;
}

}  // namespace

std::optional<Report> parse_report(std::string_view text) {
  const Json json = parse_object(text);
  if (!json.is_object()) {
    return std::nullopt;
  }
  const Json& summary = member(json, "summary");
  const Json& totals = member(summary, "totals");
  Report report;
  report.items = count(totals, "items");
  report.failed = count(totals, "failed");
  report.passed = count(totals, "passed");
  const Json& levels = member(summary, "byLevel");
  if (levels.is_object()) {
    report.errors = count(levels, "ERROR");
    report.warnings = count(levels, "WARNING");
    report.infos = count(levels, "INFO");
  } else {
    count_issues(member(json, "items"), report);
  }
  const Json& status = member(json, "status");
  if (status.is_array() && !status.empty()) {
    const std::string code = text_of(member(status.front(), "code"));
    report.refusal = code.empty() ? std::nullopt : std::optional{code};
  }
  return report;
}

std::optional<Report> parse_report_of(
    std::string_view text,
    const std::function<bool(std::string_view type, std::string_view id)>& counts) {
  const Json json = parse_object(text);
  const Json& items = member(json, "items");
  if (!items.is_array()) {
    return std::nullopt;
  }
  Report report;
  for (const Json& item : items) {
    if (!counts(text_of(member(item, "type")), text_of(member(item, "id")))) {
      continue;
    }
    ++report.items;
    ++(member(item, "valid") == true ? report.passed : report.failed);
    count_issues_of(item, report);
  }
  return report;
}

std::optional<LearningContext> parse_learning(std::string_view text) {
  const Json json = parse_object(text);
  if (!json.is_object()) {
    return std::nullopt;
  }
  LearningContext learning;
  const Json& generated_at = member(json, "generated_at");
  if (generated_at.is_string()) {
    learning.generated_at = generated_at.get<std::string>();
  }
  learning.failed_patterns = texts(member(json, "failed_patterns"));
  learning.successful_patterns = texts(member(json, "successful_patterns"));
  learning.rule_updates = texts(member(json, "rule_updates"));
  learning.gate_anomalies = texts(member(json, "gate_anomalies"));
  return learning;
}

}  // namespace pumuki::sdd
