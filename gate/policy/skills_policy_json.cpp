#include "gate/core/json_text.h"
#include "gate/core/sha256.h"
#include "gate/core/stage.h"
#include "gate/policy/config_text.h"
#include "gate/policy/json_order.h"
#include "gate/policy/skills_policy.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace pumuki::policy {
namespace {

using Json = nlohmann::json;

const Json* member(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::vector<std::string> sorted_names(const Json& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) {
    names.push_back(item.key());
  }
  std::ranges::stable_sort(names, collated_before);
  return names;
}

void append_sorted(std::string& out, const Json& value);

void append_list(std::string& out, const Json& list) {
  out += '[';
  for (const Json& item : list) {
    out += &item == &list.front() ? "" : ",";
    append_sorted(out, item);
  }
  out += ']';
}

void append_object(std::string& out, const Json& object) {
  out += '{';
  const char* separator = "";
  for (const std::string& name : sorted_names(object)) {
    out += separator;
    append_json_string(out, name);
    out += ':';
    append_sorted(out, object.at(name));
    separator = ",";
  }
  out += '}';
}

/// Compact JSON in ECMAScript's spelling with names in order at every depth. The depth was limited
/// when the text was read.
void append_sorted(std::string& out, const Json& value) {
  if (value.is_object()) {
    append_object(out, value);
  } else if (value.is_array()) {
    append_list(out, value);
  } else if (value.is_string()) {
    append_json_string(out, value.get_ref<const std::string&>());
  } else if (value.is_number()) {
    append_json_number(out, value.get<double>());
  } else if (value.is_boolean()) {
    out += value.get<bool>() ? "true" : "false";
  } else {
    out += "null";
  }
}

bool is_severity(const Json* value) {
  static constexpr std::array<std::string_view, 4> k_names{"INFO", "WARN", "ERROR", "CRITICAL"};
  return value != nullptr && value->is_string() &&
         std::ranges::find(k_names, value->get_ref<const std::string&>()) != k_names.end();
}

bool is_text_list(const Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
}

bool is_bundle(const Json& bundle) {
  if (!bundle.is_object()) {
    return false;
  }
  const Json* enabled = member(bundle, "enabled");
  const Json* promoted = member(bundle, "promoteToErrorRuleIds");
  return enabled != nullptr && enabled->is_boolean() &&
         (promoted == nullptr || is_text_list(*promoted));
}

/// Empty when the document has the shape of the contract.
std::string fault_of(const Json& policy) {
  if (!policy.is_object()) {
    return "not a JSON object";
  }
  const Json* version = member(policy, "version");
  if (version == nullptr || *version != "1.0") {
    return "`version` is not \"1.0\"";
  }
  const Json* by_default = member(policy, "defaultBundleEnabled");
  if (by_default == nullptr || !by_default->is_boolean()) {
    return "`defaultBundleEnabled` is not a boolean";
  }
  const Json* stages = member(policy, "stages");
  const auto is_stage = [&](Stage stage) {
    const Json* entry = member(*stages, stage_name(stage));
    return entry != nullptr && entry->is_object() &&
           is_severity(member(*entry, "blockOnOrAbove")) &&
           is_severity(member(*entry, "warnOnOrAbove"));
  };
  if (stages == nullptr || !stages->is_object() || !std::ranges::all_of(k_all_stages, is_stage)) {
    return "`stages` does not give two severities for each of the four stages";
  }
  const Json* bundles = member(policy, "bundles");
  if (bundles == nullptr || !bundles->is_object() || !std::ranges::all_of(*bundles, is_bundle)) {
    return "`bundles` is not an object of bundles";
  }
  return {};
}

Json hashed_bundles(const Json& bundles) {
  Json list = Json::array();
  for (const std::string& name : sorted_names(bundles)) {
    const Json& bundle = bundles.at(name);
    const Json* promoted = member(bundle, "promoteToErrorRuleIds");
    std::vector<std::string> ids;
    if (promoted != nullptr) {
      ids = promoted->get<std::vector<std::string>>();
    }
    std::ranges::sort(ids);
    list.push_back(
        {{"name", name}, {"enabled", bundle.at("enabled")}, {"promoteToErrorRuleIds", ids}});
  }
  return list;
}

std::string hash_of(const Json& policy) {
  Json hashed = {{"version", policy.at("version")},
                 {"defaultBundleEnabled", policy.at("defaultBundleEnabled")},
                 {"bundles", hashed_bundles(policy.at("bundles"))}};
  for (const Stage stage : k_all_stages) {
    const std::string name{stage_name(stage)};
    hashed["stages"][name] = policy.at("stages").at(name);
  }
  std::string text;
  append_sorted(text, hashed);
  return sha256_hex(text);
}

}  // namespace

std::optional<std::string> skills_policy_hash(const std::string& root, Notices* notices) {
  const auto text = read_config_text(root, k_skills_policy_file, notices);
  if (!text) {
    return std::nullopt;
  }
  const Json policy = Json::parse(*text, nullptr, false);
  if (std::string fault = fault_of(policy); !fault.empty()) {
    add_notice(notices, k_skills_policy_file, std::move(fault));
    return std::nullopt;
  }
  return hash_of(policy);
}

}  // namespace pumuki::policy
