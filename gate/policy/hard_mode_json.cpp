#include "gate/core/text.h"
#include "gate/policy/config_text.h"
#include "gate/policy/hard_mode.h"

#include <nlohmann/json.hpp>

namespace pumuki::policy {

std::optional<std::string> parse_hard_mode_profile(std::string_view text) {
  std::string word = ascii_lower(trim(text));
  const bool known = word == "critical-high" || word == "all-severities";
  return known ? std::optional{std::move(word)} : std::nullopt;
}

std::optional<HardMode> read_hard_mode_file(const std::string& root, Notices* notices) {
  const auto text = read_config_text(root, k_hard_mode_file, notices);
  if (!text) {
    return std::nullopt;
  }
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  const auto enabled = json.is_object() ? json.find("enabled") : json.end();
  if (enabled == json.end() || !enabled->is_boolean()) {
    add_notice(notices, k_hard_mode_file, "not an object with a boolean `enabled`");
    return std::nullopt;
  }
  HardMode mode{.enabled = enabled->get<bool>(), .profile = std::nullopt};
  const auto profile = json.find("profile");
  if (profile != json.end() && profile->is_string()) {
    mode.profile = parse_hard_mode_profile(profile->get_ref<const std::string&>());
  }
  return mode;
}

HardMode hard_mode(const Environment& environment, const std::string& root, Notices* notices) {
  HardMode mode = read_hard_mode_file(root, notices).value_or(HardMode{});
  if (const auto flag = parse_flag(environment.get("PUMUKI_HARD_MODE"))) {
    mode.enabled = *flag;
  }
  if (const auto profile =
          parse_hard_mode_profile(environment.get("PUMUKI_HARD_MODE_PROFILE").value_or(""))) {
    mode.profile = profile;
  }
  return mode;
}

}  // namespace pumuki::policy
