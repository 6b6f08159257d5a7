#include "gate/evidence/store.h"

#include <malloc.h>

#include <algorithm>

namespace pumuki::evidence {
namespace {

constexpr std::int64_t k_ns_per_ms = 1'000'000;

}  // namespace

Freshness Freshness::of(const Loaded& loaded, TimeMs read_at) {
  const FileIdentity& identity = loaded.identity;
  const TimeMs changed = std::max(identity.modified_ns, identity.changed_ns) / k_ns_per_ms;
  // Without an identity only "still missing" can be told from the path.
  const bool known = identity != FileIdentity{} || loaded.summary.kind == Kind::Missing;
  Freshness freshness;
  freshness.identity_ = identity;
  freshness.trusted_ = known && read_at - changed > k_racy_age_ms;
  return freshness;
}

bool Freshness::holds(const std::string& path) const {
  return trusted_ && file_identity(path) == identity_;
}

void release_memory() { ::malloc_trim(0); }

}  // namespace pumuki::evidence
