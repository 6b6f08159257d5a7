#include "gate/sdd/requirement.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>

namespace pumuki::sdd {
namespace {

constexpr std::string_view k_signs = "###";
constexpr std::string_view k_label = "requirement:";
constexpr std::string_view k_scenario_label = "scenario:";
constexpr int k_scenario_level = 4;

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (after == text.size() || !is_word(text[after]))) {
      return true;
    }
  }
  return false;
}

bool says_shall_or_must(std::string_view text) {
  return has_word(text, "SHALL") || has_word(text, "MUST");
}

/// "**Priority**: high"
bool is_metadata(std::string_view line) {
  if (!line.starts_with("**")) {
    return false;
  }
  const auto end = line.find('*', 2);
  return end != std::string_view::npos && end > 2 && line.substr(end).starts_with("**:");
}

/// Reads what stands before the first heading of the block. Lines such as "**ID**: 7" are its text
/// only when there is no other.
void read_text(const Markdown& text, std::size_t begin, std::size_t end, Requirement& into) {
  bool has_metadata = false;
  bool normative_metadata = false;
  for (std::size_t at = begin; at < end && !text.heading(at); ++at) {
    const std::string_view line = trim(text.line(at).text);
    if (line.empty() || text.line(at).fenced) {
      continue;
    }
    if (is_metadata(line)) {
      has_metadata = true;
      normative_metadata = normative_metadata || says_shall_or_must(line);
      continue;
    }
    into.has_text = true;
    into.is_normative = into.is_normative || says_shall_or_must(line);
  }
  if (!into.has_text && has_metadata) {
    into.has_text = true;
    into.is_normative = normative_metadata;
  }
}

std::string scenario_name(std::string_view title) {
  title = without_closing_signs(title);
  if (ascii_lower(title).starts_with(k_scenario_label)) {
    title.remove_prefix(k_scenario_label.size());
  }
  return std::string{trim(title)};
}

void read_scenarios(const Markdown& text, std::size_t begin, std::size_t end, Requirement& into) {
  for (std::size_t at = begin; at < end; ++at) {
    const auto heading = text.heading(at);
    if (!heading || heading->level != k_scenario_level) {
      continue;
    }
    into.scenarios.push_back(scenario_name(heading->title));
    if (text.has_text(at + 1, text.section_end(at, end))) {
      ++into.filled_scenarios;
    }
  }
}

}  // namespace

std::optional<std::string> requirement_name(std::string_view line) {
  if (!line.starts_with(k_signs)) {
    return std::nullopt;
  }
  line = trim(line.substr(k_signs.size()));
  if (!ascii_lower(line).starts_with(k_label)) {
    return std::nullopt;
  }
  const std::string_view name = trim(line.substr(k_label.size()));
  return name.empty() ? std::nullopt : std::optional{std::string{without_closing_signs(name)}};
}

std::vector<Requirement> requirements_in(const Markdown& text, std::size_t begin, std::size_t end) {
  std::vector<Requirement> found;
  const auto name_at = [&](std::size_t at) {
    return text.line(at).fenced ? std::nullopt : requirement_name(text.line(at).text);
  };
  std::size_t at = begin;
  while (at < end) {
    auto name = name_at(at);
    std::size_t next = at + 1;
    if (!name) {
      at = next;
      continue;
    }
    while (next < end && !name_at(next)) {
      ++next;
    }
    Requirement requirement;
    requirement.name = std::move(*name);
    requirement.line = at + 1;
    read_text(text, at + 1, next, requirement);
    read_scenarios(text, at + 1, next, requirement);
    found.push_back(std::move(requirement));
    at = next;
  }
  return found;
}

}  // namespace pumuki::sdd
