#pragma once

#include "gate/collect/collector.h"
#include "gate/collect/core_rules.h"
#include "gate/core/result.h"
#include "gate/evidence/finding.h"

#include <cstddef>
#include <vector>

namespace pumuki::collect {

/// Larger blobs are not searched; the finding of core.large-file, or a notice, says so.
inline constexpr std::size_t k_max_searched_bytes = std::size_t{32} << 20;

struct BuiltinFindings {
  /// Without fingerprints. `source` is "git:staged", "git:range", or "git:commits" for content that
  /// a commit of the range brought and a later one took out again.
  std::vector<evidence::Finding> findings;
  /// Object each "git:commits" finding stands in, by index into `findings`; empty for the others.
  std::vector<std::string> blob_ids;
  bool truncated = false;
  policy::Notices notices;
};

/// Runs the rules that are on over the blobs of the scope, with one cat-file process. Errors: those
/// of git; GitFailed when a blob is missing (a partial clone that cannot fetch).
Result<BuiltinFindings> run_builtin_checks(const CollectContext& context, const CoreRuleSet& rules,
                                           const Scope& scope);

}  // namespace pumuki::collect
