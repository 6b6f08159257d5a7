#include "gate/verdict/manifest_guard.h"

#include "gate/core/files.h"

#include <unistd.h>

#include <array>
#include <string_view>

namespace pumuki::verdict {
namespace {

constexpr std::array<std::string_view, 4> k_manifests{"package.json", "package-lock.json",
                                                      "pnpm-lock.yaml", "yarn.lock"};
/// Lock files of large projects have some ten megabytes.
constexpr std::size_t k_max_manifest_bytes = std::size_t{64} << 20;

std::optional<std::string> bytes_of(const std::string& root, const std::string& name) {
  auto bytes = read_file(root + "/" + name, k_max_manifest_bytes);
  return bytes ? std::optional{std::move(*bytes)} : std::nullopt;
}

}  // namespace

ManifestGuard::ManifestGuard(std::string root) : root_{std::move(root)} {
  for (const std::string_view name : k_manifests) {
    before_.emplace_back(name, bytes_of(root_, std::string{name}));
  }
}

Result<std::vector<std::string>> ManifestGuard::restore_changed() {
  std::vector<std::string> changed;
  for (const auto& [name, bytes] : before_) {
    if (bytes_of(root_, name) == bytes) {
      continue;
    }
    changed.push_back(name);
    if (!bytes) {
      ::unlink((root_ + "/" + name).c_str());
    } else if (auto written = write_file_below(root_, name, *bytes); !written) {
      return fail(std::move(written.error()), "while putting " + name + " back");
    }
  }
  return changed;
}

}  // namespace pumuki::verdict
