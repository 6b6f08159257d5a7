#include "gate/collect/core_rules.h"

#include "gate/core/sha256.h"

#include <algorithm>
#include <utility>

namespace pumuki::collect {
namespace {

/// Changes when a rule starts to find other things.
constexpr std::string_view k_bundle = "pumuki-core@1.0.0";

constexpr std::array<CoreRuleInfo, k_all_core_rules.size()> k_rules{{
    {.id = "core.private-key",
     .severity = Severity::Critical,
     .code = "CORE_PRIVATE_KEY",
     .why = "Whoever can read the repository can use the key, also after it was removed again.",
     .expected_fix = "Take the key out of the commit, keep it outside the repository, and replace "
                     "it if it was ever pushed."},
    {.id = "core.token",
     .severity = Severity::Critical,
     .code = "CORE_TOKEN",
     .why = "Whoever can read the repository can use the token, also after it was removed again.",
     .expected_fix = "Take the token out of the commit, read it from the environment or a secret "
                     "store, and revoke it if it was ever pushed."},
    {.id = "core.conflict-marker",
     .severity = Severity::Error,
     .code = "CORE_CONFLICT_MARKER",
     .why = "A merge was not finished here.",
     .expected_fix = "Keep the right lines, remove the markers, and stage the file again."},
    {.id = "core.env-file",
     .severity = Severity::Error,
     .code = "CORE_ENV_FILE",
     .why = "Files of this name hold settings of one machine, often passwords.",
     .expected_fix = "git rm --cached the file, list it in .gitignore, and commit a .env.example "
                     "instead."},
    {.id = "core.json-syntax",
     .severity = Severity::Error,
     .code = "CORE_JSON_SYNTAX",
     .why = "Programs that read this file will refuse it.",
     .expected_fix = "Correct the file at that place."},
    {.id = "core.case-collision",
     .severity = Severity::Error,
     .code = "CORE_CASE_COLLISION",
     .why = "On file systems that ignore case, only one of the two can be checked out.",
     .expected_fix = "Rename one of them."},
    {.id = "core.large-file",
     .severity = Severity::Warn,
     .code = "CORE_LARGE_FILE",
     .why = "Every clone carries the file for ever.",
     .expected_fix = "Keep it outside the repository or in Git LFS, or raise large_file_bytes in "
                     ".pumuki/gate.json."},
}};

}  // namespace

const CoreRuleInfo& core_rule_info(CoreRule rule) {
  return k_rules.at(static_cast<std::size_t>(rule));
}

CoreRuleSet::CoreRuleSet(const policy::GateConfig& config) {
  for (const CoreRule rule : k_all_core_rules) {
    const std::string id{core_rule_info(rule).id};
    const auto severity = config.rule_severities.find(id);
    on_.at(index(rule)) =
        std::ranges::find(config.disabled_rules, id) == config.disabled_rules.end();
    severity_.at(index(rule)) =
        severity == config.rule_severities.end() ? core_rule_info(rule).severity : severity->second;
  }
}

std::vector<std::string> CoreRuleSet::active_ids() const {
  std::vector<std::string> ids;
  for (const CoreRule rule : k_all_core_rules) {
    if (on(rule)) {
      ids.emplace_back(core_rule_info(rule).id);
    }
  }
  return ids;
}

evidence::Finding CoreRuleSet::finding(CoreRule rule, std::string file, std::string message,
                                       std::vector<std::int64_t> lines) const {
  const CoreRuleInfo& info = core_rule_info(rule);
  evidence::Finding finding;
  finding.rule_id = info.id;
  finding.severity = severity_.at(index(rule));
  finding.code = info.code;
  finding.message = std::move(message);
  finding.file = std::move(file);
  finding.lines = std::move(lines);
  finding.why = info.why;
  finding.expected_fix = info.expected_fix;
  return finding;
}

evidence::RulesetDraft CoreRuleSet::ruleset() const {
  std::string text{k_bundle};
  for (const CoreRule rule : k_all_core_rules) {
    if (on(rule)) {
      text += '\n';
      text += core_rule_info(rule).id;
      text += ' ';
      text += severity_name(severity_.at(index(rule)));
    }
  }
  return {.platform = "generic", .bundle = std::string{k_bundle}, .hash = sha256_hex(text)};
}

}  // namespace pumuki::collect
