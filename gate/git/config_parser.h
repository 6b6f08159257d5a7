#pragma once

#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <string_view>

namespace pumuki::git {

struct ConfigListing {
  /// What `git config --local` sees: the repository's own file without what it includes.
  Config local;
  /// Every scope, included files too; the last value of a name counts.
  Config effective;
};

/// Reads the bytes of `git config --null --list --show-scope --show-origin`. Error GitFailed for
/// cut-off output; never throws for bad input.
Result<ConfigListing> parse_config_listing(std::string_view bytes);

}  // namespace pumuki::git
