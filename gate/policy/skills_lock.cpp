#include "gate/policy/skills_lock.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::policy {
namespace {

constexpr std::array<std::string_view, 2> k_index_documents{"AGENTS.md", "SKILLS.md"};
constexpr std::string_view k_document_name = "skill.md";

bool is_path_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
         c == '.' || c == '_' || c == '-' || c == '@';
}

/// Relative, and no component leaves the folder.
bool stays_below(std::string_view path) {
  const auto parts = split(path, '/');
  return std::ranges::none_of(parts, [](auto part) { return part == ".." || part.empty(); });
}

/// "skills/backend-guidelines/SKILL.md" names the bundle "backend-guidelines".
std::optional<std::string> bundle_of_document(const std::string& root, std::string_view path) {
  const auto parts = split(path, '/');
  if (parts.size() < 2 || ascii_lower(parts.back()) != k_document_name || !stays_below(path) ||
      !is_regular_file(root + "/" + std::string{path})) {
    return std::nullopt;
  }
  return bundle_name_of(parts[parts.size() - 2]);
}

void collect_documents(const std::string& root, std::string_view text, SkillsLock& lock) {
  while (!text.empty()) {
    const auto* const end = std::ranges::find_if_not(text, is_path_character);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (const auto bundle = bundle_of_document(root, word)) {
      lock.bundles.insert(*bundle);
    }
    text.remove_prefix(std::max<std::size_t>(word.size(), 1));
  }
}

void merge(SkillsLock& into, const SkillsLock& from) {
  into.bundles.insert(from.bundles.begin(), from.bundles.end());
  into.rule_platforms.insert(from.rule_platforms.begin(), from.rule_platforms.end());
}

bool requires_platform(const SkillsLock& lock, Platform platform) {
  const PlatformRules& rules = platform_rules(platform);
  return lock.rule_platforms.contains(std::string{rules.name}) ||
         std::ranges::any_of(rules.bundles, [&](std::string_view bundle) {
           return lock.bundles.contains(std::string{bundle});
         });
}

}  // namespace

std::string bundle_name_of(std::string_view bundle) {
  const auto at = bundle.rfind('@');
  return std::string{trim(at == std::string_view::npos || at == 0 ? bundle : bundle.substr(0, at))};
}

SkillsLock read_skill_documents(const std::string& root) {
  SkillsLock lock;
  for (const std::string_view name : k_index_documents) {
    if (const auto text = read_file(root + "/" + std::string{name})) {
      collect_documents(root, *text, lock);
    }
  }
  return lock;
}

std::vector<Platform> required_platforms(const std::string& root, Notices* notices) {
  SkillsLock lock = read_skills_lock(root, notices).value_or(SkillsLock{});
  merge(lock, read_skill_documents(root));
  merge(lock, read_custom_rules(root, notices));
  std::vector<Platform> required;
  std::ranges::copy_if(k_all_platforms, std::back_inserter(required),
                       [&](Platform platform) { return requires_platform(lock, platform); });
  return required;
}

}  // namespace pumuki::policy
