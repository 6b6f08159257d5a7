#pragma once

#include "gate/evidence/facets.h"
#include "gate/evidence/index.h"

#include <string>
#include <vector>

namespace pumuki::evidence {

struct DerivedFacets {
  FacetList snapshot;
  FacetList collections;
  FacetList suppressed;
  FacetList platforms;
};

/// /summary (evidence-server §6). The index must have its entries already.
std::string summary_body(const Index& index, const DerivedFacets& facets);

/// /status for a valid document (evidence-server §4).
std::string valid_status_body(const Index& index, const DerivedFacets& facets,
                              const std::vector<PlatformRow>& platforms);
/// /status for a missing or invalid one.
std::string unusable_status_body(const Summary& summary);

}  // namespace pumuki::evidence
