#pragma once

#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::git {

struct ParsedStatus {
  Status status;
  /// On a branch without commits git names the configured upstream without looking whether it
  /// exists; whoever needs to know has to ask.
  std::optional<std::string> unconfirmed_upstream;
};

/// Reads the bytes of `git status --porcelain=v2 --branch -z` into the columns that
/// `git status --short` prints (contract: gate §6). Records it does not know as headers ("# …") are
/// passed over. Error GitFailed for anything else, a cut-off record included; never throws for bad
/// input.
Result<ParsedStatus> parse_status(std::string_view bytes);

/// The same for output without the headers (no `--branch`).
Result<std::vector<StatusEntry>> parse_status_entries(std::string_view bytes);

}  // namespace pumuki::git
