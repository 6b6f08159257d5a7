#include "gate/evidence/facets_platform.h"

#include "gate/evidence/query_text.h"

#include <array>
#include <cstddef>
#include <string>

namespace pumuki::evidence {

FilePlatform file_platform(std::string_view path) {
  const std::string lower = lower_case(path);
  if (lower.starts_with("apps/ios/") || lower.ends_with(".swift")) {
    return FilePlatform::Ios;
  }
  if (lower.starts_with("apps/backend/")) {
    return FilePlatform::Backend;
  }
  if (lower.starts_with("apps/frontend/")) {
    return FilePlatform::Frontend;
  }
  if (lower.starts_with("apps/android/") || lower.ends_with(".kt") || lower.ends_with(".kts")) {
    return FilePlatform::Android;
  }
  return FilePlatform::Generic;
}

std::string_view file_platform_text(FilePlatform platform) {
  constexpr std::array<std::string_view, 5> k_texts{"ios", "backend", "frontend", "android",
                                                    "generic"};
  return k_texts.at(static_cast<std::size_t>(platform));
}

}  // namespace pumuki::evidence
