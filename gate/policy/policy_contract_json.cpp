#include "gate/core/text.h"
#include "gate/policy/config_text.h"
#include "gate/policy/policy_contract.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace pumuki::policy {
namespace {

using Json = nlohmann::json;

constexpr std::size_t k_signature_digits = 64;

const Json* member(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

bool is_signature(const Json& value) {
  static constexpr std::string_view k_hex = "0123456789abcdefABCDEF";
  return value.is_string() && value.get_ref<const std::string&>().size() == k_signature_digits &&
         value.get_ref<const std::string&>().find_first_not_of(k_hex) == std::string::npos;
}

/// Each of these fills one part and answers what is wrong, or nothing.
std::string take_source(const Json& json, PolicyContract& contract) {
  const Json* version = member(json, "version");
  if (version == nullptr || *version != "1.0") {
    return "`version` is not \"1.0\"";
  }
  const Json* source = member(json, "source");
  if (source == nullptr || !source->is_string() ||
      trim(source->get_ref<const std::string&>()).empty()) {
    return "`source` is not a text";
  }
  contract.source = source->get<std::string>();
  return {};
}

std::string take_signatures(const Json& json, PolicyContract& contract) {
  const Json* signatures = member(json, "signatures");
  if (signatures == nullptr || !signatures->is_object()) {
    return "`signatures` is not an object";
  }
  for (const Stage stage : k_all_stages) {
    const Json* signature = member(*signatures, stage_name(stage));
    if (signature == nullptr && stage == Stage::PreWrite) {
      continue;
    }
    if (signature == nullptr || !is_signature(*signature)) {
      return "`signatures." + std::string{stage_name(stage)} + "` is not 64 hex digits";
    }
    contract.signatures[stage] = signature->get<std::string>();
  }
  return {};
}

std::string take_expiry(const Json& json, PolicyContract& contract) {
  const Json* expiry = member(json, "expires_at");
  if (expiry == nullptr) {
    return {};
  }
  if (expiry->is_string()) {
    contract.expires_at = parse_time(expiry->get_ref<const std::string&>());
  }
  return contract.expires_at ? "" : "`expires_at` is not a date";
}

std::string take_strict(const Json& json, PolicyContract& contract) {
  const Json* strict = member(json, "strict");
  if (strict == nullptr) {
    return {};
  }
  if (!strict->is_object()) {
    return "`strict` is not an object";
  }
  for (const Stage stage : k_all_stages) {
    const Json* entry = member(*strict, stage_name(stage));
    if (entry == nullptr) {
      continue;
    }
    if (!entry->is_boolean()) {
      return "`strict." + std::string{stage_name(stage)} + "` is not a boolean";
    }
    contract.strict[stage] = entry->get<bool>();
  }
  return {};
}

std::string take_all(const Json& json, PolicyContract& contract) {
  if (!json.is_object()) {
    return "not a JSON object";
  }
  for (const auto take : {take_source, take_signatures, take_expiry, take_strict}) {
    if (std::string fault = take(json, contract); !fault.empty()) {
      return fault;
    }
  }
  return {};
}

}  // namespace

ContractFile read_policy_contract(const std::string& root) {
  Notices notices;
  ContractFile file;
  const auto text = read_config_text(root, k_contract_file, &notices);
  file.present = text || !notices.empty();
  if (!text) {
    file.fault = notices.empty() ? "" : notices.front().reason;
    return file;
  }
  PolicyContract contract;
  file.fault = take_all(Json::parse(*text, nullptr, false), contract);
  if (file.fault.empty()) {
    file.contract = std::move(contract);
  }
  return file;
}

}  // namespace pumuki::policy
