#include "gate/evidence/index.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/facets_collections.h"
#include "gate/evidence/facets_suppressed.h"
#include "gate/evidence/index_order.h"
#include "gate/evidence/status.h"

#include <utility>

namespace pumuki::evidence {
namespace {

void index_findings(Index& index, const std::vector<FindingRow>& rows,
                    const FindingColumns& columns) {
  FilterColumn rules = filter_column(columns.rules.distinct);
  FilterColumn severities = filter_column(columns.severities.distinct);
  index.findings.reserve(rows.size());
  for (const std::uint32_t row : findings_order(rows)) {
    const Range range = rows[row].range;
    index.findings.push_back({range.offset, range.length, rules.positions[columns.rules.ids[row]],
                              severities.positions[columns.severities.ids[row]],
                              columns.platforms[columns.files.ids[row]]});
  }
  index.rules = std::move(rules.table);
  index.severities = std::move(severities.table);
}

void index_ledger(Index& index, const std::vector<LedgerRow>& rows) {
  const Column column{rows, &LedgerRow::last_seen};
  FilterColumn last_seen = filter_column(column.distinct);
  index.ledger.reserve(rows.size());
  for (const std::uint32_t row : ledger_order(rows)) {
    const Range range = rows[row].range;
    index.ledger.push_back({range.offset, range.length, last_seen.positions[column.ids[row]]});
  }
  index.last_seen = std::move(last_seen.table);
}

void index_rulesets(Index& index, const std::vector<RulesetRow>& rows, const Order& order) {
  const Column platform_column{rows, &RulesetRow::platform};
  const Column bundle_column{rows, &RulesetRow::bundle};
  FilterColumn platforms = filter_column(platform_column.distinct);
  FilterColumn bundles = filter_column(bundle_column.distinct);
  index.rulesets.reserve(rows.size());
  for (const std::uint32_t row : order) {
    const Range range = rows[row].range;
    index.rulesets.push_back({range.offset, range.length,
                              platforms.positions[platform_column.ids[row]],
                              bundles.positions[bundle_column.ids[row]]});
  }
  index.ruleset_platforms = std::move(platforms.table);
  index.ruleset_bundles = std::move(bundles.table);
}

std::string platform_json(const PlatformRow& row) {
  JsonWriter writer;
  writer.begin_object().member("platform", row.name);
  writer.optional_member("detected", row.detected);
  writer.optional_member("confidence", row.confidence);
  return writer.end_object().take();
}

void index_platforms(Index& index, const std::vector<PlatformRow>& rows) {
  Interner distinct;
  for (const PlatformRow& row : rows) {
    if (row.confidence) {
      distinct.id(*row.confidence);
    }
  }
  FilterColumn confidences = filter_column(distinct);
  for (const std::uint32_t position : platforms_order(rows)) {
    const PlatformRow& row = rows[position];
    PlatformEntry entry{platform_json(row), row.detected.value_or(false), std::nullopt};
    if (row.confidence) {
      entry.confidence = confidences.positions[distinct.id(*row.confidence)];
    }
    index.platforms.push_back(std::move(entry));
  }
  index.confidences = std::move(confidences.table);
}

void keep_document(Index& index, Loaded& loaded) {
  const Collections& collections = loaded.collections;
  for (const Member& member : collections.members) {
    index.members.push_back({std::string{member.name_json}, member.range});
  }
  index.full_bytes = collections.full_bytes;
  index.compact_bytes = collections.compact_bytes;
  index.canonical_spelling = collections.canonical_spelling;
  index.text_fd = std::move(loaded.text_fd);
  index.text_bytes = loaded.text_bytes;
  index.timestamp_json = collections.timestamp_json;
  index.stage_json = collections.stage_json;
  index.outcome_json = collections.outcome_json;
}

void index_collections(Index& index, const Collections& collections) {
  const FindingColumns columns{collections.findings};
  const Order rulesets = rulesets_order(collections.rulesets);
  index_findings(index, collections.findings, columns);
  index_ledger(index, collections.ledger);
  index_rulesets(index, collections.rulesets, rulesets);
  index_platforms(index, collections.platforms);
  const DerivedFacets facets{
      .snapshot = snapshot_facets(collections.findings, columns),
      .collections = collection_facets(collections, rulesets),
      .suppressed = suppressed_facets(collections.suppressed, collections.findings.size()),
      .platforms = platform_facets(collections.platforms)};
  index.summary_body = std::make_shared<const std::string>(summary_body(index, facets));
  index.status_body =
      std::make_shared<const std::string>(valid_status_body(index, facets, collections.platforms));
}

}  // namespace

std::shared_ptr<const Index> build_index(Loaded&& loaded) {
  auto index = std::make_shared<Index>();
  index->summary = std::move(loaded.summary);
  index->summary.facts = {};
  if (index->summary.kind != Kind::Valid) {
    index->status_body = std::make_shared<const std::string>(unusable_status_body(index->summary));
    return index;
  }
  keep_document(*index, loaded);
  index_collections(*index, loaded.collections);
  // The loading buffer goes here, not when the caller is done.
  const Loaded gone = std::move(loaded);
  return index;
}

}  // namespace pumuki::evidence
