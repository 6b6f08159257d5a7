#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"

#include <string>
#include <string_view>

namespace pumuki::git {

/// Writes one repository's local configuration through `git config --local`. Only commands that a
/// person runs use it; no server and no tool does. Errors: as GitProcess.
class ConfigWriter {
 public:
  ConfigWriter(std::string folder, Environment environment);

  Result<void> set(std::string_view key, std::string_view value) const;
  /// A key that is not set is no error.
  Result<void> unset(std::string_view key) const;

 private:
  std::string folder_;
  Environment environment_;
};

}  // namespace pumuki::git
