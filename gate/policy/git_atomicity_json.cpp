#include "gate/core/text.h"
#include "gate/policy/config_text.h"
#include "gate/policy/enforcement.h"
#include "gate/policy/git_atomicity.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>
#include <regex>
#include <utility>

namespace pumuki::policy {
namespace {

using nlohmann::json;

constexpr std::int64_t k_largest_limit = 1'000'000;
constexpr std::size_t k_max_pattern_bytes = 512;
constexpr std::size_t k_max_subject_bytes = 256;
/// The engine that never goes back; it refuses back references.
constexpr auto k_syntax = std::regex_constants::ECMAScript | std::regex_constants::__polynomial;

std::optional<std::regex> compiled(std::string_view pattern) {
  if (pattern.empty() || pattern.size() > k_max_pattern_bytes) {
    return std::nullopt;
  }
  try {
    return std::regex{pattern.begin(), pattern.end(), k_syntax};
  } catch (const std::regex_error&) {
    return std::nullopt;
  }
}

/// The settings with where each came from, so that a notice can name it.
class Settings {
 public:
  Settings(const Environment& environment, Notices* notices)
      : environment_{environment}, notices_{notices} {}

  void flag(const json& file, std::string_view member, std::string_view variable, bool& into) {
    if (const auto found = file.find(member); found != file.end()) {
      if (found->is_boolean()) {
        into = found->get<bool>();
      } else {
        add_notice(notices_, k_git_atomicity_file, std::string{member} + " is not a boolean");
      }
    }
    into = parse_flag(environment_.get(variable)).value_or(into);
  }

  void limit(const json& file, std::string_view member, std::string_view variable,
             std::int64_t& into) {
    if (const auto found = file.find(member); found != file.end()) {
      const bool usable = found->is_number_integer() && in_bounds(found->get<double>());
      if (usable) {
        into = found->get<std::int64_t>();
      } else {
        add_notice(notices_, k_git_atomicity_file,
                   std::string{member} + " is not a whole number from 1 on");
      }
    }
    const std::string text{trim(environment_.get(variable).value_or(""))};
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() &&
        in_bounds(static_cast<double>(number))) {
      into = number;
    } else if (!text.empty()) {
      add_notice(notices_, variable, "not a whole number from 1 on");
    }
  }

  void pattern(const json& file, std::string& into) {
    constexpr std::string_view k_member = "commitMessagePattern";
    constexpr std::string_view k_variable = "PUMUKI_GIT_ATOMICITY_COMMIT_PATTERN";
    if (const auto found = file.find(k_member); found != file.end()) {
      take(k_git_atomicity_file, found->is_string() ? found->get<std::string>() : std::string{},
           into);
    }
    if (const auto text = environment_.get(k_variable); text && !trim(*text).empty()) {
      take(k_variable, std::string{*text}, into);
    }
  }

 private:
  static bool in_bounds(double number) { return number >= 1 && number <= k_largest_limit; }
  void take(std::string_view from, std::string pattern, std::string& into) {
    if (compiled(pattern)) {
      into = std::move(pattern);
    } else {
      add_notice(notices_, from, "the commit pattern is no expression that can be used");
    }
  }

  const Environment& environment_;
  Notices* notices_;
};

json read_file_object(const std::string& root, Notices* notices) {
  const auto text = read_config_text(root, k_git_atomicity_file, notices);
  if (!text) {
    return json::object();
  }
  json file = json::parse(*text, nullptr, false);
  if (!file.is_object()) {
    add_notice(notices, k_git_atomicity_file, "not a JSON object");
    return json::object();
  }
  return file;
}

}  // namespace

GitAtomicity git_atomicity(const Environment& environment, const std::string& root,
                           Notices* notices) {
  GitAtomicity result;
  const bool strict =
      parse_enforcement(environment.get("PUMUKI_GIT_ATOMICITY_ENFORCEMENT")) == Enforcement::Strict;
  if (!strict) {
    return result;
  }
  const json file = read_file_object(root, notices);
  Settings settings{environment, notices};
  result.enforced = true;
  settings.flag(file, "enabled", "PUMUKI_GIT_ATOMICITY_ENABLED", result.enforced);
  settings.limit(file, "maxFiles", "PUMUKI_GIT_ATOMICITY_MAX_FILES", result.max_files);
  settings.limit(file, "maxScopes", "PUMUKI_GIT_ATOMICITY_MAX_SCOPES", result.max_scopes);
  settings.flag(file, "enforceCommitMessagePattern", "PUMUKI_GIT_ATOMICITY_ENFORCE_COMMIT_PATTERN",
                result.enforce_pattern);
  settings.pattern(file, result.pattern);
  return result;
}

bool matches_pattern(std::string_view subject, const std::string& pattern) {
  const auto expression = compiled(pattern);
  const std::string_view start = subject.substr(0, k_max_subject_bytes);
  return expression && std::regex_search(start.begin(), start.end(), *expression);
}

}  // namespace pumuki::policy
