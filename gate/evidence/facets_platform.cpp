#include "gate/evidence/facets_platform.h"

#include "gate/core/text.h"
#include "gate/evidence/query_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace pumuki::evidence {

namespace {

constexpr std::size_t k_longest_prefix = std::string_view{"apps/frontend/"}.size();
constexpr std::size_t k_longest_suffix = std::string_view{".swift"}.size();

FilePlatform platform_of(std::string_view head, std::string_view tail) {
  if (head.starts_with("apps/ios/") || tail.ends_with(".swift")) {
    return FilePlatform::Ios;
  }
  if (head.starts_with("apps/backend/")) {
    return FilePlatform::Backend;
  }
  if (head.starts_with("apps/frontend/")) {
    return FilePlatform::Frontend;
  }
  if (head.starts_with("apps/android/") || tail.ends_with(".kt") || tail.ends_with(".kts")) {
    return FilePlatform::Android;
  }
  return FilePlatform::Generic;
}

}  // namespace

FilePlatform file_platform(std::string_view path) {
  if (!is_ascii(path)) {
    const std::string lower = lower_case(path);
    return platform_of(lower, lower);
  }
  const std::size_t tail = path.size() - std::min(path.size(), k_longest_suffix);
  return platform_of(ascii_lower(path.substr(0, k_longest_prefix)), ascii_lower(path.substr(tail)));
}

std::string_view file_platform_text(FilePlatform platform) {
  constexpr std::array<std::string_view, 5> k_texts{"ios", "backend", "frontend", "android",
                                                    "generic"};
  return k_texts.at(static_cast<std::size_t>(platform));
}

}  // namespace pumuki::evidence
