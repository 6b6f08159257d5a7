#pragma once

#include <string>
#include <vector>

namespace pumuki::policy {

/// A configuration file that was ignored because it cannot be used (contract: gate §9, gate-cli
/// §3). The verdict goes on without it; the command line names it on standard error.
struct Notice {
  /// Relative to the repository root.
  std::string file;
  std::string reason;
};

using Notices = std::vector<Notice>;

}  // namespace pumuki::policy
