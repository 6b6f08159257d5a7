#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

/// In the order of every listing (contract: gate §7).
enum class Platform { Ios, Android, Backend, Frontend };

inline constexpr std::array k_all_platforms{Platform::Ios, Platform::Android, Platform::Backend,
                                            Platform::Frontend};

/// What the skills contract asks for one platform. Views into constants.
struct PlatformRules {
  std::string_view name;
  /// "skills.ios."
  std::string_view prefix;
  std::vector<std::string_view> bundles;
  /// Every one must be active and evaluated.
  std::vector<std::string_view> critical_rules;
  /// Any one must be active and evaluated.
  std::vector<std::string_view> transversal_rules;
  /// Folders below the root that show the platform, with the final '/'.
  std::vector<std::string_view> folders;
};

const PlatformRules& platform_rules(Platform platform);
std::string_view platform_name(Platform platform);
/// One of the platform's folders exists in the repository.
bool has_platform_folder(const std::string& root, Platform platform);
/// A changed path (relative, '/' between folders, any case) that belongs to the platform.
bool is_platform_path(Platform platform, std::string_view path);

}  // namespace pumuki::policy
