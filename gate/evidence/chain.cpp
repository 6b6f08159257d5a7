#include "gate/evidence/chain.h"

#include "gate/evidence/json_scalar.h"

#include <cmath>
#include <utility>

namespace pumuki::evidence {
namespace {

struct ChainMembers {
  bool algorithm = false;
  bool previous = false;
  double sequence = 0;
  std::string payload_hash;
};

/// 0 when it is none.
double sequence_of(const Seen& seen) {
  if (seen.type != Type::Number) {
    return 0;
  }
  const double value = number_value(seen.text);
  return std::isfinite(value) && value > 0 && std::trunc(value) == value ? value : 0;
}

void take(ChainMembers& members, std::string_view name, const Seen& seen) {
  const bool text = seen.type == Type::String;
  if (name == "algorithm") {
    members.algorithm = text && seen.text == "sha256";
  } else if (name == "previous_payload_hash") {
    members.previous = seen.type == Type::Null || (text && is_digest(seen.text));
  } else if (name == "payload_hash" && text && is_digest(seen.text)) {
    members.payload_hash = seen.text;
  } else if (name == "sequence") {
    members.sequence = sequence_of(seen);
  }
}

bool is_falsy(const Seen& seen) {
  switch (seen.type) {
    case Type::None:
    case Type::Null:
    case Type::False:
      return true;
    case Type::Number:
      return number_value(seen.text) == 0;
    case Type::String:
      return seen.text.empty();
    default:
      return false;
  }
}

}  // namespace

Seen read_chain(Walker& walker, Walker::Value& value, Chain& out) {
  ChainMembers members;
  const Seen seen = walker.object(value, [&](std::string_view name, Walker::Value& member) {
    take(members, name, walker.any(member));
  });
  out.present = !is_falsy(seen);
  out.well_formed = members.algorithm && members.previous && members.sequence > 0 &&
                    !members.payload_hash.empty();
  out.sequence = members.sequence;
  out.payload_hash = std::move(members.payload_hash);
  return seen;
}

Fault check_chain(const Chain& chain, std::string_view payload_hash) {
  if (!chain.present) {
    return Fault::ChainMissing;
  }
  if (!chain.well_formed) {
    return Fault::ChainMalformed;
  }
  return chain.payload_hash == payload_hash ? Fault::None : Fault::ChainMismatch;
}

std::string_view chain_reason(Fault fault) {
  switch (fault) {
    case Fault::ChainMissing:
      return "evidence_chain is missing";
    case Fault::ChainMalformed:
      return "evidence_chain is malformed";
    case Fault::ChainMismatch:
      return "evidence_chain.payload_hash does not match the content";
    default:
      return {};
  }
}

}  // namespace pumuki::evidence
