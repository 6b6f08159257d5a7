#include "gate/policy/documentation_slice.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>

namespace pumuki::policy {
namespace {

template <std::size_t N>
bool ends_with_any(std::string_view path, const std::array<std::string_view, N>& endings) {
  return std::ranges::any_of(endings, [&](auto ending) { return path.ends_with(ending); });
}

}  // namespace

bool is_documentation_path(std::string_view path) {
  static constexpr std::array<std::string_view, 6> k_docs{".css", ".html", ".json",
                                                          ".md",  ".mdx",  ".txt"};
  static constexpr std::array<std::string_view, 2> k_markdown{".md", ".mdx"};
  const std::string lower = ascii_lower(path);
  return (lower.starts_with("docs/") && ends_with_any(lower, k_docs)) ||
         ends_with_any(lower, k_markdown) || lower == "package.json" ||
         lower == "package-lock.json";
}

bool is_documentation_slice(const std::vector<std::string>& changed_paths) {
  return !changed_paths.empty() && std::ranges::all_of(changed_paths, is_documentation_path);
}

}  // namespace pumuki::policy
