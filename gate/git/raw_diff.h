#pragma once

#include "gate/core/result.h"
#include "gate/git/changes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace pumuki::git {

/// 'A', 'M', 'D', 'R', 'C', 'T', 'U'; nothing for any other letter.
std::optional<ChangeKind> change_kind(char letter);

/// Reads the bytes of `git diff-index|diff-tree --raw -z`, records of merges (`-c`) included: there
/// the last side is the commit's own. Error GitFailed for anything else, a cut-off record included.
Result<std::vector<Change>> parse_raw_diff(std::string_view bytes);

}  // namespace pumuki::git
