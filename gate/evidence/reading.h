#pragma once

#include "gate/evidence/chain.h"
#include "gate/evidence/collections.h"
#include "gate/evidence/collector.h"
#include "gate/evidence/walker.h"

#include <optional>
#include <string>
#include <vector>

namespace pumuki::evidence {

/// What one pass over a document found, before it is judged.
struct Reading {
  /// Set when the text is not strict JSON, or not an object, or too deep; the rest is then empty.
  std::optional<Stop> stop;
  /// The pass ended early: the text must be put into canonical order first.
  bool needs_exact = false;
  std::optional<std::string> version;
  std::optional<std::string> timestamp;
  Chain chain;
  std::string payload_hash;
  std::optional<ShapeFault> shape;
  GateFacts facts;
  Collections collections;
};

/// Reads `padded` (valid UTF-8 with the parser's padding, text_buffer.h) in one pass. The views of
/// the collections point into it. `order`: Check, or Trust for text that is canonical.
Reading read_document(const std::string& padded, Order order, bool keep_rows);

}  // namespace pumuki::evidence
