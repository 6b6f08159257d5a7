#include "gate/evidence/index_order.h"

#include "gate/evidence/collation.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string_view>

namespace pumuki::evidence {
namespace {

template <class Row>
using TextMember = std::string_view Row::*;

template <class Row>
Order order_by(const std::vector<Row>& rows, std::initializer_list<TextMember<Row>> keys) {
  const Collator collator;
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    for (const TextMember<Row> key : keys) {
      const auto order = collator.compare(rows[a].*key, rows[b].*key);
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  };
  Order order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  // Writers sort, so the common case costs one pass.
  if (!std::ranges::is_sorted(order, before)) {
    std::ranges::stable_sort(order, before);
  }
  return order;
}

}  // namespace

Order findings_order(const std::vector<FindingRow>& rows) {
  return order_by<FindingRow>(
      rows, {&FindingRow::rule_id, &FindingRow::file, &FindingRow::lines_text, &FindingRow::code,
             &FindingRow::severity, &FindingRow::message});
}

Order ledger_order(const std::vector<LedgerRow>& rows) {
  return order_by<LedgerRow>(rows, {&LedgerRow::rule_id, &LedgerRow::file, &LedgerRow::lines_text,
                                    &LedgerRow::first_seen, &LedgerRow::last_seen});
}

Order rulesets_order(const std::vector<RulesetRow>& rows) {
  return order_by<RulesetRow>(rows,
                              {&RulesetRow::platform, &RulesetRow::bundle, &RulesetRow::hash});
}

Order platforms_order(const std::vector<PlatformRow>& rows) {
  return order_by<PlatformRow>(rows, {&PlatformRow::name});
}

}  // namespace pumuki::evidence
