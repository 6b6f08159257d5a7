#pragma once

#include "gate/evidence/collections.h"

#include <cstdint>
#include <vector>

namespace pumuki::evidence {

/// Row numbers in served order (evidence-server §9); rows that collate equal keep file order.
using Order = std::vector<std::uint32_t>;

Order findings_order(const std::vector<FindingRow>& rows);
Order ledger_order(const std::vector<LedgerRow>& rows);
Order rulesets_order(const std::vector<RulesetRow>& rows);
Order platforms_order(const std::vector<PlatformRow>& rows);

}  // namespace pumuki::evidence
