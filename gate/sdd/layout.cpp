#include "gate/sdd/layout.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/sdd/session.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

namespace pumuki::sdd {
namespace {

constexpr std::string_view k_changes = "openspec/changes";
constexpr std::string_view k_archive = "archive";
constexpr std::string_view k_scenario = "scenario.feature";
/// "YYYY-MM-DD-" in front of an archived change.
constexpr std::string_view k_date_shape = "dddd-dd-dd-";

std::string below(const std::string& root, std::string_view relative) {
  return root + '/' + std::string{relative};
}

/// Names in a folder; none when it cannot be read.
std::vector<std::string> names_in(const std::string& folder, bool folders_only) {
  std::vector<std::string> names;
  std::error_code failed;
  std::filesystem::directory_iterator at{folder, failed};
  while (!failed && at != std::filesystem::directory_iterator{}) {
    std::error_code unknown;
    if (!folders_only ||
        at->symlink_status(unknown).type() == std::filesystem::file_type::directory) {
      names.push_back(at->path().filename().string());
    }
    at.increment(failed);
  }
  return names;
}

bool has_date_prefix(std::string_view name) {
  if (name.size() < k_date_shape.size()) {
    return false;
  }
  return std::ranges::equal(name.substr(0, k_date_shape.size()), k_date_shape, [](char c, char s) {
    return s == 'd' ? c >= '0' && c <= '9' : c == s;
  });
}

bool has_dated_archive(const std::string& archive, std::string_view id) {
  return std::ranges::any_of(names_in(archive, false), [&](std::string_view name) {
    return has_date_prefix(name) && name.substr(k_date_shape.size()) == id;
  });
}

/// True when a line, indented or not, starts with `keyword`, blanks within it any number, any case.
bool has_line(std::string_view text, std::string_view keyword) {
  return std::ranges::any_of(split(text, '\n'), [&](std::string_view line) {
    std::string plain;
    for (const char c : ascii_lower(trim(line))) {
      const bool blank = c == ' ' || c == '\t';
      if (!blank || !plain.ends_with(' ')) {
        plain += blank ? ' ' : c;
      }
    }
    return plain.starts_with(keyword);
  });
}

void check_scenario(const std::string& path, std::vector<std::string>& missing) {
  if (!entry_exists(path)) {
    missing.emplace_back(k_scenario);
    return;
  }
  const auto text = read_file(path);
  if (!text) {
    missing.push_back(std::string{k_scenario} + "#readable");
    return;
  }
  if (!has_line(*text, "feature:")) {
    missing.push_back(std::string{k_scenario} + "#Feature");
  }
  if (!has_line(*text, "scenario:") && !has_line(*text, "scenario outline:")) {
    missing.push_back(std::string{k_scenario} + "#Scenario");
  }
}

}  // namespace

bool has_openspec_project(const std::string& root) {
  const std::string path = below(root, "openspec");
  return is_directory(path) || is_regular_file(path);
}

std::vector<std::string> active_changes(const std::string& root) {
  std::vector<std::string> ids;
  for (const std::string& name : names_in(below(root, k_changes), true)) {
    const std::string id = ascii_lower(name);
    if (id != k_archive && is_change_id(id)) {
      ids.push_back(id);
    }
  }
  std::ranges::sort(ids);
  const auto repeated = std::ranges::unique(ids);
  ids.erase(repeated.begin(), repeated.end());
  return ids;
}

ChangeState change_state(const std::string& root, std::string_view id) {
  if (!is_change_id(id) || id == k_archive) {
    return ChangeState::Missing;
  }
  const std::string archive = below(root, k_changes) + '/' + std::string{k_archive};
  if (entry_exists(archive + '/' + std::string{id})) {
    return ChangeState::Archived;
  }
  if (is_directory(below(root, change_path(id)))) {
    return ChangeState::Active;
  }
  return has_dated_archive(archive, id) ? ChangeState::Archived : ChangeState::Missing;
}

std::string change_path(std::string_view id) {
  return std::string{k_changes} + '/' + std::string{id};
}

std::vector<std::string> missing_requirements(const std::string& root, std::string_view id) {
  const std::string folder = below(root, change_path(id)) + '/';
  std::vector<std::string> missing;
  for (const char* name : {"proposal.md", "tasks.md"}) {
    if (!is_regular_file(folder + name)) {
      missing.emplace_back(name);
    }
  }
  check_scenario(folder + std::string{k_scenario}, missing);
  return missing;
}

}  // namespace pumuki::sdd
