#pragma once

#include "gate/lifecycle/block_text.h"
#include "gate/lifecycle/hooks.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::lifecycle {

inline constexpr Markers k_hook_markers{k_block_start, k_block_end};
/// First line of a hook file that install makes.
inline constexpr std::string_view k_own_first_line = "#!/usr/bin/env sh\n";
/// A hook whose block answers a canary ends with this status: the variable never lets anything
/// through.
inline constexpr int k_canary_status = 3;
inline constexpr std::string_view k_canary_variable = "PUMUKI_CANARY";

/// A git hook that can carry the block, and the program that judges there.
struct HookKind {
  std::string_view name;
  /// Short name of the program ("pumuki-pre-commit").
  std::string_view runner;
  /// The same as a command of `pumuki` ("pre-commit").
  std::string_view command;
  /// git gives it something to read.
  bool has_input = false;
};

inline constexpr std::array k_hook_kinds{
    HookKind{"pre-commit", "pumuki-pre-commit", "pre-commit", false},
    HookKind{"pre-push", "pumuki-pre-push", "pre-push", true},
    HookKind{"pre-merge-commit", "pumuki-pre-commit", "pre-commit", false},
};

/// Nothing for a hook that cannot carry the block.
std::optional<HookKind> hook_kind(std::string_view name);

/// What a block holds beside its fixed text.
struct HookBlock {
  HookKind kind;
  /// Absolute path of the executable `pumuki`.
  std::string program;
  std::string version;
  /// The user's own hook, started after the gate: a path behind "$0" (".user"), or nothing.
  std::string user_suffix;
  /// Permissions to give back at uninstall ("644"), when install had to add execute bits.
  std::string old_mode;
  /// The user's hook is a Ruby program that goes by the name it was called by (overcommit).
  bool user_is_named_ruby = false;
};

/// The block from marker to marker, without the last newline: POSIX sh that works under `set -eu`
/// as well. It looks for the program (recorded path, node_modules/.bin, PATH), ends the hook with
/// any status but 0, with 2 when there is no program (PUMUKI_HOOK_OPTIONAL=1: goes on), and leaves
/// arguments and standard input to what follows (contract: gate-cli §5; §11, ruling 8).
std::string render_block(const HookBlock& block);

/// Reads a block of this product back; nothing when the text is not, byte for byte, what
/// render_block() makes of some HookBlock of that hook: edited, damaged, or of another product.
std::optional<HookBlock> parse_block(std::string_view text, const HookKind& kind);

/// A fact of a block even when it is not wholly ours: the value behind `name` in a comment line
/// ("# pumuki-mode: 644"); empty without one.
std::string block_note(std::string_view block, std::string_view name);

}  // namespace pumuki::lifecycle
