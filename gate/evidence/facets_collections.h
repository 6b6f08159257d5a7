#pragma once

#include "gate/evidence/collections.h"
#include "gate/evidence/facets.h"
#include "gate/evidence/facets_platform.h"
#include "gate/evidence/index_columns.h"
#include "gate/evidence/index_order.h"

#include <vector>

namespace pumuki::evidence {

/// What facets and filters both look at.
struct FindingColumns {
  Column rules;
  Column severities;
  Column files;
  /// Per distinct file.
  std::vector<FilePlatform> platforms;

  explicit FindingColumns(const std::vector<FindingRow>& rows);
};

/// From has_findings to blocking_findings_count (evidence-server §6.1).
FacetList snapshot_facets(const std::vector<FindingRow>& rows, const FindingColumns& columns);

/// From ledger_count to suppressed_findings_count (evidence-server §6.2). `rulesets`: their served
/// order, which the fingerprint follows.
FacetList collection_facets(const Collections& collections, const Order& rulesets);

/// tracked, detected and non_detected_platforms_count.
FacetList platform_facets(const std::vector<PlatformRow>& rows);

}  // namespace pumuki::evidence
