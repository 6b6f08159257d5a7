#pragma once

namespace pumuki::cli {

/// Exit codes of every command (contract: gate-cli §3).
inline constexpr int k_exit_allowed = 0;
inline constexpr int k_exit_blocked = 1;
/// Could not evaluate: usage error, unreadable folder, git not able to answer, defect.
inline constexpr int k_exit_failed = 2;

}  // namespace pumuki::cli
