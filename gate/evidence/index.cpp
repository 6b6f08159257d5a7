#include "gate/evidence/index.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/facets_collections.h"
#include "gate/evidence/facets_suppressed.h"
#include "gate/evidence/index_order.h"
#include "gate/evidence/status.h"

#include <utility>

namespace pumuki::evidence {
namespace {

/// Numbers one column of rows for filtering.
template <class Row>
class Numbered {
 public:
  Numbered(const std::vector<Row>& rows, std::string_view Row::* column) {
    Interner distinct;
    ids_.reserve(rows.size());
    for (const Row& row : rows) {
      ids_.push_back(distinct.id(row.*column));
    }
    column_ = filter_column(distinct);
  }

  [[nodiscard]] std::uint32_t position(std::uint32_t row) const {
    return column_.positions[ids_[row]];
  }
  TextTable take_table() { return std::move(column_.table); }

 private:
  std::vector<std::uint32_t> ids_;
  FilterColumn column_;
};

void index_findings(Index& index, const std::vector<FindingRow>& rows) {
  Numbered<FindingRow> rules{rows, &FindingRow::rule_id};
  Numbered<FindingRow> severities{rows, &FindingRow::severity};
  index.findings.reserve(rows.size());
  for (const std::uint32_t row : findings_order(rows)) {
    index.findings.push_back({rows[row].range.offset, rows[row].range.length, rules.position(row),
                              severities.position(row), file_platform(rows[row].file)});
  }
  index.rules = rules.take_table();
  index.severities = severities.take_table();
}

void index_ledger(Index& index, const std::vector<LedgerRow>& rows) {
  Numbered<LedgerRow> last_seen{rows, &LedgerRow::last_seen};
  index.ledger.reserve(rows.size());
  for (const std::uint32_t row : ledger_order(rows)) {
    index.ledger.push_back(
        {rows[row].range.offset, rows[row].range.length, last_seen.position(row)});
  }
  index.last_seen = last_seen.take_table();
}

void index_rulesets(Index& index, const std::vector<RulesetRow>& rows, const Order& order) {
  Numbered<RulesetRow> platforms{rows, &RulesetRow::platform};
  Numbered<RulesetRow> bundles{rows, &RulesetRow::bundle};
  index.rulesets.reserve(rows.size());
  for (const std::uint32_t row : order) {
    index.rulesets.push_back({rows[row].range.offset, rows[row].range.length,
                              platforms.position(row), bundles.position(row)});
  }
  index.ruleset_platforms = platforms.take_table();
  index.ruleset_bundles = bundles.take_table();
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

void render(Index& index, const Collections& collections, const Order& rulesets) {
  const DerivedFacets facets{
      .snapshot = snapshot_facets(collections.findings),
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
  const Collections& collections = loaded.collections;
  const Order rulesets = rulesets_order(collections.rulesets);
  index_findings(*index, collections.findings);
  index_ledger(*index, collections.ledger);
  index_rulesets(*index, collections.rulesets, rulesets);
  index_platforms(*index, collections.platforms);
  render(*index, collections, rulesets);
  // The loading buffer goes here, not when the caller is done.
  const Loaded gone = std::move(loaded);
  return index;
}

}  // namespace pumuki::evidence
