#pragma once

#include "gate/lifecycle/repo_state.h"

#include <string>
#include <string_view>

namespace pumuki::lifecycle {

/// First and last line of the block that belongs to the product in a hook file.
inline constexpr std::string_view k_block_start = "# >>> PUMUKI MANAGED START >>>";
inline constexpr std::string_view k_block_end = "# <<< PUMUKI MANAGED END <<<";

/// What the hook `name` ("pre-commit") in `hooks_dir` is. A file that cannot be read is unmanaged.
HookState hook_state(const std::string& hooks_dir, std::string_view name);

}  // namespace pumuki::lifecycle
