#pragma once

#include "gate/core/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::verdict {

/// Remembers the package manifests of the root (package.json and its lock files) and puts them back
/// when a program we started has changed them (contract: gate §15).
class ManifestGuard {
 public:
  explicit ManifestGuard(std::string root);

  /// Names of the manifests that differ now; each is as it was again. Error: one could not be put
  /// back.
  Result<std::vector<std::string>> restore_changed();

 private:
  std::string root_;
  /// Name, bytes; nothing: it was not there.
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

}  // namespace pumuki::verdict
