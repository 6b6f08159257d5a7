#include "gate/sdd/structure.h"

#include "gate/core/json_writer.h"
#include "gate/sdd/change_rules.h"

#include <algorithm>
#include <utility>

namespace pumuki::sdd {
namespace {

constexpr std::string_view k_specs = "openspec/specs/";

void write_issue(JsonWriter& json, const SpecIssue& issue) {
  json.begin_object()
      .member("level", issue.level == SpecIssue::Level::Error ? "ERROR" : "WARNING")
      .member("path", issue.path)
      .optional_member("line", issue.line)
      .member("message", issue.message)
      .end_object();
}

void write_item(JsonWriter& json, const SpecItem& item) {
  json.begin_object()
      .member("id", item.id)
      .member("type", item.is_change ? "change" : "spec")
      .member("valid", item.valid())
      .key("issues")
      .begin_array();
  const std::size_t listed = std::min(item.issues.size(), k_max_listed_issues);
  for (std::size_t i = 0; i < listed; ++i) {
    write_issue(json, item.issues[i]);
  }
  json.end_array();
  if (listed < item.issues.size()) {
    json.member("omittedIssues", item.issues.size() - listed);
  }
  json.end_object();
}

}  // namespace

bool SpecItem::valid() const {
  return std::ranges::none_of(
      issues, [](const SpecIssue& issue) { return issue.level == SpecIssue::Level::Error; });
}

SpecSelection all_of(const SpecTree& tree) {
  SpecSelection all{.changes = tree.changes, .specs = {}};
  for (const auto& [path, text] : tree.files) {
    if (const auto capability = capability_of_path(path); !capability.empty()) {
      all.specs.emplace(capability);
    }
  }
  return all;
}

SpecSelection touched_by(const std::vector<std::string>& paths) {
  SpecSelection touched;
  for (const std::string& path : paths) {
    if (const auto change = change_of_path(path); !change.empty()) {
      touched.changes.emplace(change);
    } else if (const auto capability = capability_of_path(path); !capability.empty()) {
      touched.specs.emplace(capability);
    }
  }
  return touched;
}

std::vector<SpecItem> check_structure(const SpecTree& tree, const SpecSelection& selection) {
  std::vector<SpecItem> items;
  for (const std::string& change : selection.changes) {
    if (tree.changes.contains(change)) {
      items.push_back({.id = change, .is_change = true, .issues = check_change(tree, change)});
    }
  }
  for (const std::string& capability : selection.specs) {
    const std::string path = std::string{k_specs} + capability + "/spec.md";
    if (const auto file = tree.files.find(path); file != tree.files.end()) {
      items.push_back(
          {.id = capability, .is_change = false, .issues = check_spec(path, file->second)});
    }
  }
  return items;
}

Report count_items(const std::vector<SpecItem>& items) {
  Report report;
  for (const SpecItem& item : items) {
    ++report.items;
    ++(item.valid() ? report.passed : report.failed);
    for (const SpecIssue& issue : item.issues) {
      ++(issue.level == SpecIssue::Level::Error ? report.errors : report.warnings);
    }
  }
  return report;
}

std::string structure_json(const std::vector<SpecItem>& items) {
  const Report counted = count_items(items);
  JsonWriter json;
  json.begin_object().key("items").begin_array();
  for (const SpecItem& item : items) {
    write_item(json, item);
  }
  json.end_array().key("summary").begin_object().key("totals").begin_object();
  json.member("items", counted.items)
      .member("passed", counted.passed)
      .member("failed", counted.failed)
      .end_object()
      .end_object()
      .member("structural", true)
      .end_object();
  return json.take();
}

}  // namespace pumuki::sdd
