#include "gate/policy/config_text.h"
#include "gate/policy/degraded_file.h"

#include <nlohmann/json.hpp>

namespace pumuki::policy {
namespace {

std::string text_member(const nlohmann::json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

std::optional<DegradedFile> read_degraded_file(const std::string& root, Notices* notices) {
  const auto text = read_config_text(root, k_degraded_file, notices);
  if (!text) {
    return std::nullopt;
  }
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) {
    add_notice(notices, k_degraded_file, "not a JSON object");
    return std::nullopt;
  }
  const auto enabled = json.find("enabled");
  if (enabled == json.end() || !enabled->is_boolean()) {
    add_notice(notices, k_degraded_file, "`enabled` is not a boolean");
    return std::nullopt;
  }
  if (!enabled->get<bool>()) {
    return std::nullopt;
  }
  DegradedFile file{.reason = text_member(json, "reason"),
                    .action = text_member(json, "action"),
                    .stage_actions = {}};
  const auto stages = json.find("stages");
  if (stages != json.end() && stages->is_object()) {
    for (const Stage stage : k_all_stages) {
      file.stage_actions[stage] = text_member(*stages, stage_name(stage));
    }
  }
  return file;
}

}  // namespace pumuki::policy
