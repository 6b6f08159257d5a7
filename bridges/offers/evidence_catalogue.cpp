#include "bridges/offers/evidence_catalogue.h"

#include "gate/core/json_writer.h"
#include "gate/core/version.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pumuki::offers {
namespace {

using mcp::Parameter;
using mcp::ParameterType;

constexpr std::string_view k_scheme = "evidence://";
constexpr std::string_view k_tool_prefix = "evidence_";

/// One kind of evidence: its resource, its template when it has a query, and its tool.
struct Item {
  std::string_view key;
  std::string_view title;
  /// The tool's description; empty when there is no tool.
  std::string_view tool;
  std::string_view resource;
  /// Names of the members that every answer has: objects, then arrays, then any.
  std::vector<std::string_view> objects = {};
  std::vector<std::string_view> arrays = {};
  std::vector<std::string_view> others = {};
  std::vector<Parameter> query = {};
};

Parameter text(std::string name, std::string description) {
  return {std::move(name), ParameterType::String, std::move(description)};
}

Parameter flag(std::string name, std::string description) {
  return {std::move(name), ParameterType::Boolean, std::move(description)};
}

std::vector<Parameter> paged(std::vector<Parameter> filters) {
  filters.push_back({"limit", ParameterType::Integer,
                     "Size of the page; the server returns at most 100 then, and all entries when "
                     "it is left out."});
  filters.push_back({"offset", ParameterType::Integer, "How many entries to skip; 0 if left out."});
  return filters;
}

std::vector<Item> overviews() {
  return {
      {"status",
       "Evidence status",
       "Use first, to see whether the repository has sealed evidence and whether it is valid. "
       "Returns the state of the evidence file, its main counts and the endpoints of the server.",
       "State of the evidence file: present, valid, version, main counts.",
       {"context_api", "evidence"},
       {},
       {"status"}},
      {"summary",
       "Evidence summary",
       "Use for an overview of the last analysis: stage, outcome, counts by severity, platform and "
       "rule, suppressed findings and their triage. Returns numbers only, no findings.",
       "Counts and ratios of the sealed evidence.",
       {"snapshot"},
       {"platforms"},
       {"version", "timestamp"}},
      {"snapshot",
       "Evidence snapshot",
       "Use to get every finding of the last analysis at once, sorted by rule and file. The answer "
       "grows with the number of findings; evidence_findings can filter and page.",
       "Stage, outcome and all findings of the last analysis.",
       {"snapshot"},
       {},
       {"version", "timestamp"}},
  };
}

std::vector<Item> lists() {
  return {
      {"findings",
       "Findings",
       "Use to look up findings of the last analysis by severity, rule or platform, page by page. "
       "Give a limit unless the summary shows few findings.",
       "Findings of the last analysis.",
       {"snapshot", "filters", "pagination"},
       {"findings"},
       {"version", "timestamp", "total_count"},
       paged({text("severity",
                   "Only this severity, for example CRITICAL, ERROR, WARN or INFO; any case."),
              text("ruleId", "Only this rule; the whole id, any case."),
              text("platform",
                   "Only files of this platform: ios, android, backend, frontend or generic.")})},
      {"document",
       "Evidence document",
       "",
       "The whole sealed evidence document.",
       {},
       {},
       {},
       {text("view", "compact leaves out the suppressed findings, full keeps them."),
        flag("includeSuppressed", "false is the same as the compact view.")}},
      {"rulesets",
       "Rule sets",
       "Use to see which rule bundles the analysis applied, with their platform and hash.",
       "Rule bundles the analysis applied.",
       {"filters", "pagination"},
       {"rulesets"},
       {"version", "timestamp", "total_count"},
       paged({text("platform", "Only this platform; any case."),
              text("bundle", "Only this bundle; the whole name, any case.")})},
      {"platforms",
       "Platforms",
       "Use to see which platforms the analysis found in the repository and how sure it is.",
       "Platforms of the repository.",
       {"filters", "pagination"},
       {"platforms"},
       {"version", "timestamp", "total_count"},
       paged({flag("detectedOnly", "Leave out platforms that were not detected; true if left out."),
              text("confidence", "Only this confidence, for example HIGH; any case.")})},
      {"ledger",
       "Ledger",
       "Use to see since when a finding is known and when it was last seen.",
       "First and last sight of each finding.",
       {"filters", "pagination"},
       {"ledger"},
       {"version", "timestamp", "total_count"},
       paged({text("lastSeenAfter",
                   "Only entries last seen at this time or later, as ISO text, for example "
                   "2026-01-31T00:00:00.000Z."),
              text("lastSeenBefore",
                   "Only entries last seen at this time or earlier, as ISO text.")})},
  };
}

std::string name_list(const std::vector<Parameter>& query) {
  std::string names;
  for (const Parameter& parameter : query) {
    names += (names.empty() ? "" : ", ") + parameter.name;
  }
  return names;
}

std::string output_schema(const Item& item) {
  JsonWriter json;
  json.begin_object().member("type", "object").key("properties").begin_object();
  std::vector<std::string> required;
  const auto write = [&](const std::vector<std::string_view>& names, std::string_view schema) {
    for (const std::string_view name : names) {
      json.member_raw(name, schema);
      required.emplace_back(name);
    }
  };
  write(item.others, "{}");
  write(item.objects, R"({"type":"object"})");
  write(item.arrays, R"({"type":"array"})");
  json.end_object().member("required", required).end_object();
  return json.take();
}

/// What to offer while a variable is typed.
std::vector<std::string> likely_values(const Parameter& parameter) {
  if (parameter.type == ParameterType::Boolean) {
    return {"true", "false"};
  }
  if (parameter.name == "severity") {
    return {"CRITICAL", "ERROR", "WARN", "INFO"};
  }
  if (parameter.name == "platform") {
    return {"android", "backend", "frontend", "generic", "ios"};
  }
  if (parameter.name == "view") {
    return {"compact", "full"};
  }
  return {};
}

mcp::Prompt explain_finding() {
  return {"explain-finding",
          "Explain a finding",
          "Explains what a rule found in this repository, why it matters and how to fix it.",
          {{"ruleId", "The id of the rule.", {}, true, true},
           {"file", "Only findings in this file; all files if left out."}},
          "Explain the findings of the rule {ruleId} in this repository. File, if given: {file}\n"
          "1. Call evidence_findings with ruleId {ruleId} and a limit of 20.\n"
          "2. Read the lines that the findings name in the files.\n"
          "3. Say what the rule protects against, which of the findings are real, and what the "
          "smallest fix of each is. Blocking findings come first.\n"
          "Do not change files before the fix was agreed on."};
}

void add(mcp::Catalogue& catalogue, const Item& item) {
  const std::string key{item.key};
  const std::string title{item.title};
  const std::string description{item.resource};
  const std::string uri = std::string{k_scheme} + key;
  if (!item.tool.empty()) {
    catalogue.tools.push_back({std::string{k_tool_prefix} + key,
                               title,
                               std::string{item.tool},
                               item.query,
                               {},
                               output_schema(item)});
  }
  catalogue.resources.push_back({uri, key, title, description, key == "status"});
  if (!item.query.empty()) {
    std::vector<mcp::Variable> variables;
    variables.reserve(item.query.size());
    for (const Parameter& parameter : item.query) {
      variables.push_back({parameter.name, parameter.description, likely_values(parameter), false,
                           parameter.name == "ruleId"});
    }
    catalogue.templates.push_back({uri, std::move(variables), key, title + " with a query",
                                   description + " Query: " + name_list(item.query) + "."});
  }
}

}  // namespace

mcp::Catalogue evidence_catalogue(std::string server_name) {
  mcp::Catalogue catalogue;
  catalogue.server_name = std::move(server_name);
  catalogue.server_title = "Pumuki evidence";
  catalogue.server_version = product_version();
  catalogue.server_description =
      "Read-only access to the sealed evidence (.ai_evidence.json) of one repository.";
  catalogue.instructions =
      "Call evidence_status first. When it says valid, evidence_summary gives the overview and "
      "evidence_findings the details; use limit and offset for pages. Nothing here changes the "
      "repository.";
  catalogue.prompts = {explain_finding()};
  for (const auto& items : {overviews(), lists()}) {
    std::ranges::for_each(items, [&](const Item& item) { add(catalogue, item); });
  }
  return catalogue;
}

std::optional<std::string> evidence_path(std::string_view key, std::string_view route) {
  static constexpr std::array<std::string_view, 6> k_below_route{
      "summary", "snapshot", "findings", "rulesets", "platforms", "ledger"};
  if (key == "status") {
    return "/status";
  }
  if (key == "document") {
    return route.empty() ? "/" : std::string{route};
  }
  if (std::ranges::find(k_below_route, key) == k_below_route.end()) {
    return std::nullopt;
  }
  return std::string{route} + "/" + std::string{key};
}

bool evidence_has_pages(std::string_view key) {
  const auto items = lists();
  return std::ranges::any_of(items, [&](const Item& item) {
    return item.key == key &&
           std::ranges::find(item.query, "limit", &Parameter::name) != item.query.end();
  });
}

std::string_view evidence_key(std::string_view uri_or_tool) {
  for (const std::string_view prefix : {k_scheme, k_tool_prefix}) {
    if (uri_or_tool.starts_with(prefix)) {
      return uri_or_tool.substr(prefix.size());
    }
  }
  return {};
}

}  // namespace pumuki::offers
