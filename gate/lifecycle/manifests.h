#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::lifecycle {

/// What the product reads of a package.json.
struct Manifest {
  std::optional<std::string> version;
  /// Range under which the package "pumuki" is declared: dependencies, then devDependencies, then
  /// optionalDependencies.
  std::optional<std::string> pumuki_range;
};

/// Empty when the text is no JSON object.
Manifest parse_manifest(std::string_view json);

/// The file, or an empty manifest when it cannot be used.
Manifest read_manifest(const std::string& path);

}  // namespace pumuki::lifecycle
