#pragma once

#include "gate/policy/notice.h"
#include "gate/policy/platform.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

inline constexpr std::string_view k_skills_lock_file = "skills.lock.json";
/// The first that exists counts.
inline constexpr std::array<std::string_view, 2> k_custom_rules_files{".pumuki/custom-rules.json",
                                                                      "pumuki.custom-rules.json"};

/// What a repository locks: names of bundles and platforms of rules.
struct SkillsLock {
  /// Without version, see bundle_name_of().
  std::set<std::string> bundles;
  /// As the rules name them ("ios", "text", …).
  std::set<std::string> rule_platforms;
};

/// The text before the last '@' (one at the start does not count), trimmed.
std::string bundle_name_of(std::string_view bundle);

/// skills.lock.json; nothing when absent or, with a notice, not valid (contract: gate §7).
std::optional<SkillsLock> read_skills_lock(const std::string& root, Notices* notices);
/// Platforms of the repository's own rules; empty when absent or, with a notice, not valid.
SkillsLock read_custom_rules(const std::string& root, Notices* notices);
/// Bundles whose skill document (a path ".../NAME/SKILL.md" that exists below the root) is named in
/// AGENTS.md or SKILLS.md.
SkillsLock read_skill_documents(const std::string& root);

/// The platforms that the three together require, in listing order.
std::vector<Platform> required_platforms(const std::string& root, Notices* notices);

}  // namespace pumuki::policy
