#pragma once

#include "gate/evidence/canonical.h"
#include "tests/support/temp_dir.h"

#include <string>
#include <string_view>

namespace pumuki::evidence {

/// A document with one of everything the reader looks at, without a chain.
inline constexpr std::string_view k_sample =
    R"({"version":"2.1","timestamp":"2026-03-14T09:26:53.589Z","snapshot":{"stage":"PRE_COMMIT",)"
    R"("outcome":"WARN","findings":[{"ruleId":"r.one","severity":"WARN","code":"R_ONE",)"
    R"("message":"a \"quoted\" word","file":"apps/ios/A.swift","lines":[41,44]}],)"
    R"("rules_coverage":{"stage":"PRE_COMMIT","active_rule_ids":["r.one"],"evaluated_rule_ids":)"
    R"(["r.one"],"counts":{"unevaluated":0,"unsupported_auto":2},"coverage_ratio":0.5}},)"
    R"("ledger":[{"ruleId":"r.one","file":"apps/ios/A.swift","firstSeen":"a","lastSeen":"b"}],)"
    R"("platforms":{"ios":{"detected":true,"confidence":"HIGH"}},)"
    R"("rulesets":[{"platform":"ios","bundle":"ios@1","hash":"h"}],"human_intent":null,)"
    R"("ai_gate":{"status":"ALLOWED","violations":[]},"severity_metrics":{"gate_status":)"
    R"("ALLOWED"},"repo_state":{"repo_root":"/r","git":{"branch":"main"}},"consolidation":)"
    R"({"suppressed":[{"ruleId":"r.two","file":"b.ts","replacedByRuleId":"r.one",)"
    R"("replacementRuleId":null,"reason":"why"}]}})";

/// The sample with the first `from` replaced.
inline std::string sample_with(std::string_view from, std::string_view to) {
  std::string text{k_sample};
  const auto at = text.find(from);
  return at == std::string::npos ? "the sample has no " + std::string{from}
                                 : text.replace(at, from.size(), to);
}

inline std::string sealed(std::string_view document) { return seal_text(document).value(); }

}  // namespace pumuki::evidence
