#include "gate/policy/skills_coverage.h"

#include "gate/core/text.h"
#include "gate/policy/skills_lock.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>

namespace pumuki::policy {
namespace {

using Ids = std::vector<std::string>;

const Ids& active_ids(const evidence::GateFacts& facts) {
  static const Ids none;
  return facts.rules_coverage ? facts.rules_coverage->active_rule_ids : none;
}

const Ids& evaluated_ids(const evidence::GateFacts& facts) {
  static const Ids none;
  return facts.rules_coverage ? facts.rules_coverage->evaluated_rule_ids : none;
}

bool covers(const Ids& ids, std::string_view prefix) {
  return std::ranges::any_of(ids, [&](const auto& id) { return id.starts_with(prefix); });
}

bool contains(const Ids& ids, std::string_view id) {
  return std::ranges::find(ids, id) != ids.end();
}

bool counts(const evidence::GateFacts& facts, std::string_view rule) {
  return contains(active_ids(facts), rule) && contains(evaluated_ids(facts), rule);
}

std::set<std::string> active_bundles(const evidence::GateFacts& facts) {
  std::set<std::string> names;
  for (const evidence::RulesetName& ruleset : facts.rulesets) {
    if (ruleset.platform == "skills") {
      names.insert(bundle_name_of(ruleset.bundle));
    }
  }
  return names;
}

std::vector<Platform> choose(const std::function<bool(Platform)>& wanted) {
  std::vector<Platform> platforms;
  std::ranges::copy_if(k_all_platforms, std::back_inserter(platforms), wanted);
  return platforms;
}

bool has(const std::vector<Platform>& platforms, Platform platform) {
  return std::ranges::find(platforms, platform) != platforms.end();
}

bool is_detected(const evidence::GateFacts& facts, Platform platform) {
  return std::ranges::any_of(facts.platforms, [&](const evidence::DetectedPlatform& entry) {
    return entry.detected && entry.name == platform_name(platform);
  });
}

template <class Missing>
Ids missing_ones(const std::vector<std::string_view>& wanted, Missing missing) {
  Ids result;
  for (const std::string_view item : wanted) {
    if (missing(item)) {
      result.emplace_back(item);
    }
  }
  return result;
}

using Faulty = bool (*)(const SkillsRequirement&);

struct CoverageRule {
  Code code;
  Faulty faulty;
};

constexpr std::array<CoverageRule, 3> k_coverage_rules{{
    {Code::EvidencePlatformSkillsScopeIncomplete,
     [](const SkillsRequirement& r) {
       return !r.active_prefix_covered || !r.evaluated_prefix_covered;
     }},
    {Code::EvidencePlatformSkillsBundlesMissing,
     [](const SkillsRequirement& r) { return !r.missing_bundles.empty(); }},
    {Code::EvidencePlatformCriticalSkillsRulesMissing,
     [](const SkillsRequirement& r) { return !r.missing_critical_rule_ids.empty(); }},
}};

}  // namespace

PlatformScope platform_scope(const evidence::GateFacts& facts) {
  PlatformScope scope;
  scope.explicit_ones = choose([&](Platform p) { return is_detected(facts, p); });
  scope.inferred = choose([&](Platform p) {
    const std::string_view prefix = platform_rules(p).prefix;
    return covers(active_ids(facts), prefix) || covers(evaluated_ids(facts), prefix);
  });
  scope.effective =
      choose([&](Platform p) { return has(scope.explicit_ones, p) && has(scope.inferred, p); });
  if (scope.effective.empty()) {
    scope.effective = scope.explicit_ones.empty() ? scope.inferred : scope.explicit_ones;
  }
  return scope;
}

SkillsRequirement requirement_of(Platform platform, const evidence::GateFacts& facts) {
  const PlatformRules& rules = platform_rules(platform);
  const std::set<std::string> bundles = active_bundles(facts);
  SkillsRequirement requirement;
  requirement.platform = platform;
  requirement.active_prefix_covered = covers(active_ids(facts), rules.prefix);
  requirement.evaluated_prefix_covered = covers(evaluated_ids(facts), rules.prefix);
  requirement.missing_bundles = missing_ones(
      rules.bundles, [&](std::string_view name) { return !bundles.contains(std::string{name}); });
  requirement.missing_critical_rule_ids =
      missing_ones(rules.critical_rules, [&](std::string_view id) { return !counts(facts, id); });
  requirement.transversal_critical_covered =
      rules.transversal_rules.empty() ||
      std::ranges::any_of(rules.transversal_rules, [&](auto id) { return counts(facts, id); });
  if (!requirement.transversal_critical_covered) {
    requirement.missing_any_transversal_critical_rule_ids =
        missing_ones(rules.transversal_rules, [](std::string_view) { return true; });
  }
  return requirement;
}

SkillsRequirement uncovered_requirement(Platform platform) {
  return requirement_of(platform, evidence::GateFacts{});
}

std::vector<SkillsViolation> coverage_violations(const std::vector<SkillsRequirement>& requirements,
                                                 bool strict, bool critical_is_error) {
  std::vector<SkillsViolation> violations;
  for (const CoverageRule& rule : k_coverage_rules) {
    std::vector<std::string> names;
    for (const SkillsRequirement& requirement : requirements) {
      if (rule.faulty(requirement)) {
        names.emplace_back(platform_name(requirement.platform));
      }
    }
    if (names.empty()) {
      continue;
    }
    const bool critical = rule.code == Code::EvidencePlatformCriticalSkillsRulesMissing;
    violations.push_back({.code = rule.code,
                          .error = critical ? critical_is_error : strict,
                          .message = std::string{code_meaning(rule.code)} +
                                     " Platforms: " + join(names, ", ") + "."});
  }
  return violations;
}

}  // namespace pumuki::policy
