#pragma once

#include "gate/core/fd.h"
#include "gate/evidence/collections.h"
#include "gate/evidence/document.h"
#include "gate/evidence/facets_platform.h"
#include "gate/evidence/index_columns.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::evidence {

// What stays of a reading: places of items in the served text and small numbers to filter by. The
// texts themselves are read again when they are asked for (performance §2).

struct FindingEntry {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  /// Positions in Index::rules and Index::severities.
  std::uint32_t rule = 0;
  std::uint32_t severity = 0;
  FilePlatform platform = FilePlatform::Generic;
};

struct LedgerEntry {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  /// Position in Index::last_seen.
  std::uint32_t last_seen = 0;
};

struct RulesetEntry {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t platform = 0;
  std::uint32_t bundle = 0;
};

struct PlatformEntry {
  /// The item as it is served: {platform, detected, confidence}.
  std::string json;
  bool detected = false;
  std::optional<std::uint32_t> confidence;
};

struct DocumentMember {
  std::string name_json;
  Range range;
};

/// One reading of the evidence file, ready to answer from. Immutable, shared by all requests.
struct Index {
  /// Without GateFacts.
  Summary summary;

  // Empty unless the document is valid. Entries stand in served order.
  std::vector<FindingEntry> findings;
  TextTable rules;
  TextTable severities;
  std::vector<LedgerEntry> ledger;
  TextTable last_seen;
  std::vector<RulesetEntry> rulesets;
  TextTable ruleset_platforms;
  TextTable ruleset_bundles;
  std::vector<PlatformEntry> platforms;
  TextTable confidences;

  std::vector<DocumentMember> members;
  std::uint64_t full_bytes = 0;
  std::uint64_t compact_bytes = 0;
  UniqueFd text_fd;
  std::uint64_t text_bytes = 0;
  bool canonical_spelling = false;

  /// JSON text; empty when absent in the file.
  std::string timestamp_json;
  std::string stage_json;
  std::string outcome_json;

  /// Bodies that do not depend on a query. `summary_body` is null unless the document is valid.
  std::shared_ptr<const std::string> status_body;
  std::shared_ptr<const std::string> summary_body;
};

/// Sorts, numbers, counts and renders. Never null.
std::shared_ptr<const Index> build_index(Loaded&& loaded);

}  // namespace pumuki::evidence
