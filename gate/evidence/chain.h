#pragma once

#include "gate/evidence/document.h"
#include "gate/evidence/walker.h"

#include <string>
#include <string_view>

namespace pumuki::evidence {

/// What the member evidence_chain says (evidence-v2.1 §2).
struct Chain {
  /// Absent, null, false, 0 or "" are all the same: no chain.
  bool present = false;
  bool well_formed = false;
  std::string payload_hash;
  /// Integral and positive when well formed.
  double sequence = 0;
};

Seen read_chain(Walker& walker, Walker::Value& value, Chain& out);

/// None when the chain is well formed and names `payload_hash`.
Fault check_chain(const Chain& chain, std::string_view payload_hash);
/// For people: what the fault means.
std::string_view chain_reason(Fault fault);

}  // namespace pumuki::evidence
