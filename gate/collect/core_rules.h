#pragma once

#include "gate/core/severity.h"
#include "gate/evidence/draft.h"
#include "gate/evidence/finding.h"
#include "gate/policy/gate_config.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// The checks that need no analyser (contract: gate-cli §10).
enum class CoreRule {
  PrivateKey,
  Token,
  ConflictMarker,
  EnvFile,
  JsonSyntax,
  CaseCollision,
  LargeFile
};

inline constexpr std::array k_all_core_rules{
    CoreRule::PrivateKey, CoreRule::Token,         CoreRule::ConflictMarker, CoreRule::EnvFile,
    CoreRule::JsonSyntax, CoreRule::CaseCollision, CoreRule::LargeFile};

/// What a rule is, for findings and for docs/collection.md.
struct CoreRuleInfo {
  /// "core.private-key"
  std::string_view id;
  Severity severity;
  /// "CORE_PRIVATE_KEY"
  std::string_view code;
  std::string_view why;
  std::string_view expected_fix;
};

const CoreRuleInfo& core_rule_info(CoreRule rule);

/// The rules of one collection: which are on, with which severity (GateConfig.disabled_rules,
/// GateConfig.rule_severities).
class CoreRuleSet {
 public:
  explicit CoreRuleSet(const policy::GateConfig& config);

  [[nodiscard]] bool on(CoreRule rule) const { return on_.at(index(rule)); }
  [[nodiscard]] std::vector<std::string> active_ids() const;
  /// A finding of that rule; `lines` may be empty.
  [[nodiscard]] evidence::Finding finding(CoreRule rule, std::string file, std::string message,
                                          std::vector<std::int64_t> lines = {}) const;
  /// Name, version and digest of the rules that are on.
  [[nodiscard]] evidence::RulesetDraft ruleset() const;

 private:
  static std::size_t index(CoreRule rule) { return static_cast<std::size_t>(rule); }

  std::array<bool, k_all_core_rules.size()> on_{};
  std::array<Severity, k_all_core_rules.size()> severity_{};
};

}  // namespace pumuki::collect
