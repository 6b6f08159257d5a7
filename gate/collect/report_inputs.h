#pragma once

#include "gate/collect/collector.h"
#include "gate/collect/judged_tree.h"
#include "gate/core/result.h"

#include <string>
#include <vector>

namespace pumuki::collect {

/// What a collection gathers before it is compared with the judged text.
struct Gathered {
  std::vector<RawFinding> raw;
  Collection collection;

  /// A rule, analyser or report that took part.
  void evaluated(std::string id);
  /// One that should have and did not; named, so that it never counts as checked.
  void unevaluated(std::string id, std::string file, std::string reason);
  /// False, and the collection is marked, when the limit is reached.
  bool add(RawFinding finding, std::int64_t limit);
};

/// Folds the ingested reports in (those older than GateConfig's limit are left out and named), then
/// the reports that the configuration names. A configured report that is missing or too old is left
/// out and named too; one that cannot be read is an error, and so is a damaged stored report.
Result<void> gather_reports(const CollectContext& context, Gathered& gathered);

}  // namespace pumuki::collect
