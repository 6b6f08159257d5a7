#pragma once

#include "gate/evidence/facets.h"
#include "gate/evidence/facets_suppressed.h"

namespace pumuki::evidence {

/// Shares, direction and triage of suppressed findings (evidence-server §6.4).
void add_share_facets(FacetList& list, const ReplacementShare& share);

}  // namespace pumuki::evidence
