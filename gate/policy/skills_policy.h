#pragma once

#include "gate/policy/notice.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

inline constexpr std::string_view k_skills_policy_file = "skills.policy.json";

/// Hash of a valid skills.policy.json, 64 lower-case hex digits (contract: gate §9). Nothing when
/// the file is absent or, with a notice, not valid.
std::optional<std::string> skills_policy_hash(const std::string& root, Notices* notices);

}  // namespace pumuki::policy
