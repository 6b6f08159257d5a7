#pragma once

#include "gate/evidence/writer.h"

#include <string>
#include <utility>

namespace pumuki::evidence {

inline constexpr TimeMs k_day = 24LL * 3600 * 1000;
/// 2026-03-14T09:26:53.589Z
inline constexpr TimeMs k_now = 1'773'480'413'589;

inline Finding finding(std::string rule, std::string file, std::vector<std::int64_t> lines = {},
                       Severity severity = Severity::Error) {
  Finding made;
  made.code = "CODE";
  made.message = "a message";
  made.matched_by = "FileContent";
  made.source = "git:staged";
  made.rule_id = std::move(rule);
  made.file = std::move(file);
  made.lines = std::move(lines);
  made.severity = severity;
  return made;
}

/// What a run at PRE_COMMIT in /repo hands over.
inline Draft draft_of(std::vector<Finding> findings, std::string outcome = "BLOCK") {
  Draft draft;
  draft.stage = "PRE_COMMIT";
  draft.outcome = std::move(outcome);
  draft.findings = std::move(findings);
  draft.coverage.active_rule_ids = {"core.token", "core.json-syntax"};
  draft.coverage.evaluated_rule_ids = {"core.token", "core.json-syntax"};
  draft.coverage.matched_rule_ids = {"core.token"};
  draft.rulesets = {{.platform = "core", .bundle = "core@1.0.0", .hash = "abc"}};
  draft.files_scanned = 3;
  draft.repo_state_json = R"({"repo_root":"/repo","git":{"available":true,"branch":"main"}})";
  return draft;
}

inline std::string document_of(const Draft& draft, const std::string& previous = {},
                               TimeMs now = k_now) {
  return build_document(draft, previous, now).value().text;
}

}  // namespace pumuki::evidence
