#include "gate/core/clock.h"
#include "gate/core/stage.h"
#include "gate/core/text.h"
#include "gate/policy/config_text.h"
#include "gate/policy/skills_lock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace pumuki::policy {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string_view>;
using Check = std::function<bool(const Json&)>;

constexpr std::size_t k_hash_digits = 64;

struct MemberRule {
  std::string_view name;
  bool required;
  Check check;
};

/// Name of the first member that is missing or wrong; empty when all are right.
std::string_view wrong_member(const Json& object, const std::vector<MemberRule>& rules) {
  for (const MemberRule& rule : rules) {
    const auto found = object.find(rule.name);
    if (found == object.end() ? rule.required : !rule.check(*found)) {
      return rule.name;
    }
  }
  return {};
}

bool is_text(const Json& value) {
  return value.is_string() && !trim(value.get_ref<const std::string&>()).empty();
}

bool is_boolean(const Json& value) { return value.is_boolean(); }

Check one_of(Words words) {
  return [words = std::move(words)](const Json& value) {
    return value.is_string() &&
           std::ranges::find(words, value.get_ref<const std::string&>()) != words.end();
  };
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// N.N.N with an optional suffix that starts with '-' or '+'.
bool is_semver(const Json& value) {
  if (!value.is_string()) {
    return false;
  }
  const std::string_view text = value.get_ref<const std::string&>();
  const auto suffix = text.find_first_of("-+");
  if (suffix != std::string_view::npos && suffix + 1 == text.size()) {
    return false;
  }
  const auto parts = split(text.substr(0, suffix), '.');
  return parts.size() == 3 && std::ranges::all_of(parts, is_digits);
}

bool is_date(const Json& value) {
  return value.is_string() && parse_time(value.get_ref<const std::string&>()).has_value();
}

bool is_hash(const Json& value) {
  return value.is_string() && value.get_ref<const std::string&>().size() == k_hash_digits &&
         value.get_ref<const std::string&>().find_first_not_of("0123456789abcdefABCDEF") ==
             std::string::npos;
}

bool is_node_list(const Json& value) {
  return value.is_array() && !value.empty() && std::ranges::all_of(value, is_text);
}

Words stage_names() {
  Words names;
  std::ranges::transform(k_all_stages, std::back_inserter(names), stage_name);
  return names;
}

const std::vector<MemberRule>& rule_members() {
  static const std::vector<MemberRule> rules{
      {"id", true, is_text},
      {"description", true, is_text},
      {"severity", true, one_of({"INFO", "WARN", "ERROR", "CRITICAL"})},
      {"platform", true, one_of({"ios", "android", "backend", "frontend", "text", "generic"})},
      {"sourceSkill", true, is_text},
      {"sourcePath", true, is_text},
      {"stage", false, one_of(stage_names())},
      {"confidence", false, one_of({"HIGH", "MEDIUM", "LOW"})},
      {"locked", false, is_boolean},
      {"evaluationMode", false, one_of({"AUTO", "DECLARATIVE"})},
      {"origin", false, one_of({"core", "custom"})},
      {"astNodeIds", false, is_node_list}};
  return rules;
}

bool is_rule(const Json& rule) {
  return rule.is_object() && wrong_member(rule, rule_members()).empty();
}

bool is_rule_list(const Json& value) {
  return value.is_array() && std::ranges::all_of(value, is_rule);
}

bool is_bundle(const Json& bundle) {
  static const std::vector<MemberRule> rules{{"name", true, is_text},
                                             {"version", true, is_semver},
                                             {"source", true, is_text},
                                             {"hash", true, is_hash},
                                             {"rules", true, is_rule_list}};
  return bundle.is_object() && wrong_member(bundle, rules).empty();
}

bool is_bundle_list(const Json& value) {
  return value.is_array() && std::ranges::all_of(value, is_bundle);
}

std::string fault_of_lock(const Json& lock) {
  static const std::vector<MemberRule> rules{{"version", true, one_of({"1.0"})},
                                             {"compilerVersion", true, is_semver},
                                             {"generatedAt", true, is_date},
                                             {"bundles", true, is_bundle_list}};
  if (!lock.is_object()) {
    return "not a JSON object";
  }
  const std::string_view wrong = wrong_member(lock, rules);
  return wrong.empty() ? std::string{} : "`" + std::string{wrong} + "` is missing or not valid";
}

void add_rule_platforms(SkillsLock& lock, const Json& rules) {
  for (const Json& rule : rules) {
    lock.rule_platforms.insert(rule.at("platform").get<std::string>());
  }
}

/// {rules: […]} or the list itself; each rule names at least its id and its platform.
std::string fault_of_custom_rules(const Json& rules) {
  const auto is_custom_rule = [](const Json& rule) {
    return rule.is_object() && rule.contains("id") && is_text(rule.at("id")) &&
           rule.contains("platform") && is_text(rule.at("platform"));
  };
  const bool right = rules.is_array() && std::ranges::all_of(rules, is_custom_rule);
  return right ? "" : "not a list of rules with `id` and `platform`";
}

}  // namespace

std::optional<SkillsLock> read_skills_lock(const std::string& root, Notices* notices) {
  const auto text = read_config_text(root, k_skills_lock_file, notices);
  if (!text) {
    return std::nullopt;
  }
  const Json json = Json::parse(*text, nullptr, false);
  if (std::string fault = fault_of_lock(json); !fault.empty()) {
    add_notice(notices, k_skills_lock_file, std::move(fault));
    return std::nullopt;
  }
  SkillsLock lock;
  for (const Json& bundle : json.at("bundles")) {
    lock.bundles.insert(bundle_name_of(bundle.at("name").get_ref<const std::string&>()));
    add_rule_platforms(lock, bundle.at("rules"));
  }
  return lock;
}

SkillsLock read_custom_rules(const std::string& root, Notices* notices) {
  SkillsLock lock;
  for (const std::string_view file : k_custom_rules_files) {
    const auto text = read_config_text(root, file, notices);
    if (!text) {
      continue;
    }
    const Json json = Json::parse(*text, nullptr, false);
    const bool wrapped = json.is_object() && json.contains("rules");
    const Json& rules = wrapped ? json.at("rules") : json;
    if (std::string fault = fault_of_custom_rules(rules); !fault.empty()) {
      add_notice(notices, file, std::move(fault));
      return lock;
    }
    add_rule_platforms(lock, rules);
    return lock;
  }
  return lock;
}

}  // namespace pumuki::policy
