#include "gate/evidence/status.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/query.h"
#include "gate/evidence/query_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pumuki::evidence {
namespace {

struct Advertised {
  std::string_view collection;
  std::vector<std::string> filters;
};

const std::vector<Advertised>& advertised() {
  static const std::vector<Advertised> k_all{
      {"findings", {"severity", "ruleId", "platform", "limit", "offset", "maxLimit"}},
      {"rulesets", {"platform", "bundle", "limit", "offset", "maxLimit"}},
      {"platforms", {"detectedOnly", "confidence", "limit", "offset", "maxLimit"}},
      {"ledger", {"lastSeenAfter", "lastSeenBefore", "limit", "offset", "maxLimit"}}};
  return k_all;
}

/// The same whatever the base route is (evidence-server O4).
const std::vector<std::string>& endpoints() {
  static const std::vector<std::string> k_all{"/health",
                                              "/status",
                                              "/ai-evidence",
                                              "/ai-evidence/summary",
                                              "/ai-evidence/snapshot",
                                              "/ai-evidence/findings",
                                              "/ai-evidence/rulesets",
                                              "/ai-evidence/platforms",
                                              "/ai-evidence/ledger"};
  return k_all;
}

void write_context_api(JsonWriter& writer) {
  writer.key("context_api").begin_object().member("endpoints", endpoints());
  writer.key("filters").begin_object();
  for (const Advertised& one : advertised()) {
    writer.member(one.collection, one.filters);
  }
  writer.end_object();
  writer.key("pagination_bounds").begin_object();
  for (const Advertised& one : advertised()) {
    writer.key(one.collection).begin_object().member("max_limit", k_max_limit).end_object();
  }
  writer.end_object().end_object();
}

void write_facets(JsonWriter& writer, const FacetList& list) {
  for (const Facet& facet : list) {
    writer.member_raw(facet.name, facet.json);
  }
}

void write_raw_if_any(JsonWriter& writer, std::string_view name, std::string_view json) {
  if (!json.empty()) {
    writer.member_raw(name, json);
  }
}

/// Everything of the evidence member that does not depend on the state.
void begin_status(JsonWriter& writer, const Summary& summary) {
  const bool valid = summary.kind == Kind::Valid;
  const bool exists = summary.kind != Kind::Missing;
  writer.begin_object().member("status", valid ? "ok" : "degraded");
  write_context_api(writer);
  writer.key("evidence").begin_object().member("path", summary.path);
  writer.member("exists", exists).member("present", exists).member("valid", valid);
  writer.member("version", exists ? summary.version : std::nullopt);
}

std::vector<std::string> sorted_names(const std::vector<PlatformRow>& platforms) {
  std::vector<std::string> names;
  for (const PlatformRow& row : platforms) {
    names.emplace_back(row.name);
  }
  std::ranges::stable_sort(names, [](const std::string& a, const std::string& b) {
    return compare_code_units(a, b) < 0;
  });
  return names;
}

}  // namespace

std::string summary_body(const Index& index, const DerivedFacets& facets) {
  JsonWriter writer;
  writer.begin_object().member("version", k_version);
  write_raw_if_any(writer, "timestamp", index.timestamp_json);
  writer.key("snapshot").begin_object();
  write_raw_if_any(writer, "stage", index.stage_json);
  write_raw_if_any(writer, "outcome", index.outcome_json);
  write_facets(writer, facets.snapshot);
  writer.end_object();
  write_facets(writer, facets.collections);
  write_facets(writer, facets.suppressed);
  write_facets(writer, facets.platforms);
  writer.key("platforms").begin_array();
  for (const PlatformEntry& entry : index.platforms) {
    if (entry.detected) {
      writer.raw(entry.json);
    }
  }
  return writer.end_array().end_object().take();
}

std::string valid_status_body(const Index& index, const DerivedFacets& facets,
                              const std::vector<PlatformRow>& platforms) {
  JsonWriter writer;
  begin_status(writer, index.summary);
  write_raw_if_any(writer, "timestamp", index.timestamp_json);
  write_raw_if_any(writer, "stage", index.stage_json);
  write_raw_if_any(writer, "outcome", index.outcome_json);
  write_facets(writer, facets.snapshot);
  write_facets(writer, facets.collections);
  write_facets(writer, facets.suppressed);
  write_facets(writer, facets.platforms);
  writer.member("platforms", sorted_names(platforms));
  return writer.end_object().end_object().take();
}

std::string unusable_status_body(const Summary& summary) {
  JsonWriter writer;
  begin_status(writer, summary);
  writer.member("findings_count", 0);
  return writer.end_object().end_object().take();
}

}  // namespace pumuki::evidence
