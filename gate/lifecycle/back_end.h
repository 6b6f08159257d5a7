#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"

#include <string>

namespace pumuki::lifecycle {

/// Which of the two git back ends answers, and why (docs/decisions/0011).
struct BackEnds {
  /// Hooks and the command line: always "plumbing".
  std::string hooks = "plumbing";
  /// The enterprise server: "libgit2", or "plumbing" where libgit2 would not read what git reads.
  std::string server = "libgit2";
  std::string server_reason;
};

/// Judges by the repository's files and configuration, as the server does; runs git once for
/// replaced objects. Error: git could not be run.
Result<BackEnds> find_back_ends(const git::Layout& layout, const git::Config& config,
                                const Environment& environment);

}  // namespace pumuki::lifecycle
