#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace pumuki {

/// The stages in their order (gate §1): a receipt of a later stage serves an earlier one.
enum class Stage { PreWrite, PreCommit, PrePush, Ci };

inline constexpr std::array k_all_stages{Stage::PreWrite, Stage::PreCommit, Stage::PrePush,
                                         Stage::Ci};

/// "PRE_WRITE", "PRE_COMMIT", "PRE_PUSH", "CI"
std::string_view stage_name(Stage stage);
/// Exact, case-sensitive; nothing for any other text.
std::optional<Stage> stage_from_name(std::string_view name);
/// For command lines (gate-cli §2): any case, "-" for "_", RED GREEN REFACTOR CLOSE as aliases.
std::optional<Stage> stage_from_option(std::string_view text);

}  // namespace pumuki
