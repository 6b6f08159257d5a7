#include "gate/policy/platform.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <algorithm>
#include <cstddef>

namespace pumuki::policy {
namespace {

using Words = std::vector<std::string_view>;

const std::array<PlatformRules, k_all_platforms.size()>& table() {
  static const std::array<PlatformRules, k_all_platforms.size()> rows{{
      {.name = "ios",
       .prefix = "skills.ios.",
       .bundles = {"ios-guidelines", "ios-concurrency-guidelines", "ios-swiftui-expert-guidelines"},
       .critical_rules = {"skills.ios.critical-test-quality"},
       .transversal_rules = {},
       .folders = {"apps/ios/", "ios/"}},
      {.name = "android",
       .prefix = "skills.android.",
       .bundles = {"android-guidelines"},
       .critical_rules = {},
       .transversal_rules = {"skills.android.no-runblocking", "skills.android.no-thread-sleep"},
       .folders = {"apps/android/", "android/"}},
      {.name = "backend",
       .prefix = "skills.backend.",
       .bundles = {"backend-guidelines"},
       .critical_rules = {},
       .transversal_rules = {"skills.backend.no-empty-catch", "skills.backend.avoid-explicit-any"},
       .folders = {"apps/backend/"}},
      {.name = "frontend",
       .prefix = "skills.frontend.",
       .bundles = {"frontend-guidelines"},
       .critical_rules = {},
       .transversal_rules = {"skills.frontend.no-empty-catch",
                             "skills.frontend.avoid-explicit-any"},
       .folders = {"apps/frontend/", "apps/web/"}},
  }};
  return rows;
}

const Words& script_extensions() {
  static const Words extensions{".ts", ".js", ".mts", ".cts", ".mjs", ".cjs"};
  return extensions;
}

bool ends_with_any(std::string_view text, const Words& endings) {
  return std::ranges::any_of(endings, [&](auto ending) { return text.ends_with(ending); });
}

bool in_folder_of(Platform platform, std::string_view path) {
  return std::ranges::any_of(platform_rules(platform).folders,
                             [&](auto folder) { return path.starts_with(folder); });
}

/// A whole path component, the file name included.
bool has_segment(std::string_view path, const Words& names) {
  return std::ranges::any_of(split(path, '/'), [&](std::string_view part) {
    return std::ranges::find(names, part) != names.end();
  });
}

bool is_script_of(Platform platform, std::string_view path, const Words& segments) {
  return ends_with_any(path, script_extensions()) &&
         (in_folder_of(platform, path) || has_segment(path, segments));
}

}  // namespace

const PlatformRules& platform_rules(Platform platform) {
  return table().at(static_cast<std::size_t>(platform));
}

std::string_view platform_name(Platform platform) { return platform_rules(platform).name; }

bool has_platform_folder(const std::string& root, Platform platform) {
  return std::ranges::any_of(platform_rules(platform).folders, [&](std::string_view folder) {
    return is_directory(root + "/" + std::string{folder});
  });
}

bool is_platform_path(Platform platform, std::string_view path) {
  const std::string lower = ascii_lower(path);
  switch (platform) {
    case Platform::Ios:
      return lower.ends_with(".swift") || in_folder_of(platform, lower);
    case Platform::Android:
      return ends_with_any(lower, {".kt", ".kts"}) || in_folder_of(platform, lower);
    case Platform::Backend:
      return is_script_of(platform, lower, {"backend", "server", "api"});
    case Platform::Frontend:
      return ends_with_any(lower, {".tsx", ".jsx"}) ||
             is_script_of(platform, lower, {"frontend", "web", "client"});
  }
  return false;
}

}  // namespace pumuki::policy
