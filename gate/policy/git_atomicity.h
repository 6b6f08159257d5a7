#pragma once

#include "gate/core/environment.h"
#include "gate/policy/notice.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::policy {

inline constexpr std::string_view k_git_atomicity_file = ".pumuki/git-atomicity.json";
/// Conventional Commits 1.0.0: a type, a scope if any, "!" for a breaking change, a description.
inline constexpr std::string_view k_conventional_commit =
    R"(^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([^()]+\))?!?: .+)";

/// How large one step may be and how its commits are named.
struct GitAtomicity {
  /// On, and PUMUKI_GIT_ATOMICITY_ENFORCEMENT is strict. Without that nothing is looked at, because
  /// nothing would be said.
  bool enforced = false;
  std::int64_t max_files = 25;
  std::int64_t max_scopes = 2;
  bool enforce_pattern = true;
  /// ECMAScript, looked for anywhere in the subject; always one that compiles.
  std::string pattern{k_conventional_commit};
};

/// Environment before file, member by member (contract: gate §15, §19). What cannot be used leaves
/// the default and a notice.
GitAtomicity git_atomicity(const Environment& environment, const std::string& root,
                           Notices* notices);

/// Whether a subject matches, in time that grows with neither side exponentially; only its first
/// 256 bytes count.
bool matches_pattern(std::string_view subject, const std::string& pattern);

}  // namespace pumuki::policy
