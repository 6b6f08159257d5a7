#include "tests/contract/schema_check.h"
#include "tests/contract/table_json.h"
#include "tests/support/temp_dir.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <filesystem>
#include <stdexcept>

namespace pumuki::contract {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

constexpr std::string_view k_ending = ".schema.json";

}  // namespace

struct Schemas::Compiled {
  Json text;
  valijson::Schema schema;
};

Schemas::Schemas() {
  for (const auto& entry : std::filesystem::directory_iterator{PUMUKI_SOURCE_DIR "/schemas"}) {
    std::string name = entry.path().filename();
    if (!name.ends_with(k_ending)) {
      continue;
    }
    name.resize(name.size() - k_ending.size());
    auto compiled = std::make_unique<Compiled>();
    try {
      compiled->text = Json::parse(test::read_bytes(entry.path()));
      valijson::SchemaParser parser{valijson::SchemaParser::kDraft7};
      parser.populateSchema(Adapter{compiled->text}, compiled->schema);
    } catch (const std::exception& error) {
      throw std::runtime_error{name + ": " + error.what()};
    }
    all_.emplace(name, std::move(compiled));
  }
}

Schemas::~Schemas() = default;

std::vector<std::string> Schemas::names() const {
  std::vector<std::string> result;
  for (const auto& [name, compiled] : all_) {
    result.push_back(name);
  }
  return result;
}

std::vector<std::string> Schemas::problems(const std::string& schema, const std::string& json,
                                           const std::string& member) const {
  Json value;
  try {
    value = Json(parse_tolerant(json));
  } catch (const Json::exception& error) {
    return {error.what()};
  }
  if (!member.empty()) {
    value = Json(value.at(member));
  }
  valijson::Validator validator{valijson::Validator::kStrongTypes};
  valijson::ValidationResults found;
  if (validator.validate(all_.at(schema)->schema, Adapter{value}, &found)) {
    return {};
  }
  std::vector<std::string> result;
  for (const auto& problem : found) {
    std::string place;
    for (const std::string& part : problem.context) {
      place += part;
    }
    result.push_back(place + ": " + problem.description);
  }
  return result;
}

std::vector<std::string> Schemas::unequal_definitions() const {
  std::map<std::string, std::pair<std::string, const Json*>> seen;
  std::vector<std::string> result;
  for (const auto& [file, compiled] : all_) {
    if (!compiled->text.contains("definitions")) {
      continue;
    }
    for (const auto& [name, definition] : compiled->text.at("definitions").items()) {
      const auto [first, fresh] = seen.try_emplace(name, file, &definition);
      if (!fresh && *first->second.second != definition) {
        result.push_back(name + ": " + first->second.first + ", " + file);
      }
    }
  }
  return result;
}

std::vector<std::string> Schemas::wrong_ids() const {
  std::vector<std::string> result;
  for (const auto& [file, compiled] : all_) {
    if (compiled->text.value("$id", "") != "urn:pumuki:schema:" + file) {
      result.push_back(file);
    }
  }
  return result;
}

}  // namespace pumuki::contract
