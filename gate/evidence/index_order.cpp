#include "gate/evidence/index_order.h"

#include "gate/evidence/index_columns.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>

namespace pumuki::evidence {
namespace {

template <class Row>
using Column = std::string_view Row::*;

/// A column as ranks, one per row: comparing texts once per distinct text instead of once per
/// comparison of rows.
template <class Row>
std::vector<std::uint32_t> row_ranks(const std::vector<Row>& rows, Column<Row> column,
                                     const Collator& collator) {
  Interner distinct;
  std::vector<std::uint32_t> ids;
  ids.reserve(rows.size());
  for (const Row& row : rows) {
    ids.push_back(distinct.id(row.*column));
  }
  const std::vector<std::uint32_t> ranks = collated_ranks(distinct.texts(), collator);
  for (std::uint32_t& id : ids) {
    id = ranks[id];
  }
  return ids;
}

/// Sorts by two columns through ranks and by the others, which matter only on ties, directly.
template <class Row>
Order order_by(const std::vector<Row>& rows, Column<Row> first, Column<Row> second,
               const std::vector<Column<Row>>& others) {
  const Collator collator;
  const auto first_ranks = row_ranks(rows, first, collator);
  const auto second_ranks = row_ranks(rows, second, collator);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (first_ranks[a] != first_ranks[b]) {
      return first_ranks[a] < first_ranks[b];
    }
    if (second_ranks[a] != second_ranks[b]) {
      return second_ranks[a] < second_ranks[b];
    }
    for (const Column<Row> column : others) {
      const auto order = collator.compare(rows[a].*column, rows[b].*column);
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  };
  Order order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!std::ranges::is_sorted(order, before)) {
    std::ranges::stable_sort(order, before);
  }
  return order;
}

}  // namespace

Order findings_order(const std::vector<FindingRow>& rows) {
  return order_by<FindingRow>(
      rows, &FindingRow::rule_id, &FindingRow::file,
      {&FindingRow::lines_text, &FindingRow::code, &FindingRow::severity, &FindingRow::message});
}

Order ledger_order(const std::vector<LedgerRow>& rows) {
  return order_by<LedgerRow>(
      rows, &LedgerRow::rule_id, &LedgerRow::file,
      {&LedgerRow::lines_text, &LedgerRow::first_seen, &LedgerRow::last_seen});
}

Order rulesets_order(const std::vector<RulesetRow>& rows) {
  return order_by<RulesetRow>(rows, &RulesetRow::platform, &RulesetRow::bundle,
                              {&RulesetRow::hash});
}

Order platforms_order(const std::vector<PlatformRow>& rows) {
  return order_by<PlatformRow>(rows, &PlatformRow::name, &PlatformRow::name, {});
}

}  // namespace pumuki::evidence
