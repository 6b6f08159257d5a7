#pragma once

#include "gate/evidence/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::evidence {

/// Which rules took part (contract: evidence-v2.1 §5).
struct CoverageDraft {
  std::vector<std::string> active_rule_ids;
  std::vector<std::string> evaluated_rule_ids;
  std::vector<std::string> matched_rule_ids;
  std::vector<std::string> unevaluated_rule_ids;
  std::vector<std::string> unsupported_auto_rule_ids;
};

struct RulesetDraft {
  std::string platform;
  /// "name@version"
  std::string bundle;
  std::string hash;
};

/// One analyser run or ingested report, kept with the evidence.
struct ReportRecord {
  std::string path;
  std::string kind;
  std::string digest;
  std::string tool;
  std::string tool_version;
  /// The commit or tree it was made for; empty when unknown.
  std::string tree;
  std::int64_t age_seconds = 0;
  /// Of a coverage report: lines that can be covered, and lines that are.
  std::optional<std::int64_t> coverable_lines = {};
  std::optional<std::int64_t> covered_lines = {};
};

/// SDD decision as the evidence records it (`sdd_metrics`).
struct SddRecord {
  bool enforced = false;
  bool allowed = false;
  std::string code;
  std::string message;
};

/// Everything a writer needs; what can be derived (counts, platforms, status, ledger, chain) is not
/// here.
struct Draft {
  /// "PRE_WRITE", "PRE_COMMIT", "PRE_PUSH" or "CI"
  std::string stage;
  /// "PASS", "WARN" or "BLOCK"
  std::string outcome;
  std::vector<Finding> findings;
  CoverageDraft coverage;
  std::vector<RulesetDraft> rulesets;
  std::vector<ReportRecord> reports;
  std::int64_t files_scanned = 0;
  /// The findings were cut off at the limit.
  bool truncated = false;
  std::optional<SddRecord> sdd;
  /// One JSON object: the member `repo_state`.
  std::string repo_state_json;
};

}  // namespace pumuki::evidence
