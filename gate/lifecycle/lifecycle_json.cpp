#include "gate/core/files.h"
#include "gate/core/json_text.h"
#include "gate/lifecycle/manifests.h"

#include <nlohmann/json.hpp>

namespace pumuki::lifecycle {
namespace {

using Json = nlohmann::json;

Json parse(std::string_view text) {
  return json_depth_at_most(text) ? Json::parse(text, nullptr, false) : Json{};
}

std::optional<std::string> text_member(const Json& object, const char* name) {
  if (!object.is_object()) {
    return std::nullopt;
  }
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    return std::nullopt;
  }
  return found->get<std::string>();
}

}  // namespace

Manifest parse_manifest(std::string_view text) {
  const Json json = parse(text);
  if (!json.is_object()) {
    return {};
  }
  Manifest manifest{.version = text_member(json, "version"), .pumuki_range = {}};
  for (const char* list : {"dependencies", "devDependencies", "optionalDependencies"}) {
    const auto found = json.find(list);
    if (!manifest.pumuki_range && found != json.end()) {
      manifest.pumuki_range = text_member(*found, "pumuki");
    }
  }
  return manifest;
}

Manifest read_manifest(const std::string& path) {
  const auto text = read_file(path);
  return text ? parse_manifest(*text) : Manifest{};
}

}  // namespace pumuki::lifecycle
