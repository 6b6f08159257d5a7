#include "gate/policy/degraded.h"

#include "gate/core/text.h"
#include "gate/policy/degraded_file.h"

#include <initializer_list>
#include <string_view>

namespace pumuki::policy {
namespace {

constexpr std::string_view k_default_reason = "degraded-mode";

/// The first of the texts that is an action; without one degraded mode allows.
bool blocks(std::initializer_list<std::string_view> actions) {
  for (const std::string_view action : actions) {
    const std::string word = ascii_lower(trim(action));
    if (word == "block" || word == "allow") {
      return word == "block";
    }
  }
  return false;
}

DegradedMode make_mode(bool block, std::string_view reason, std::string source) {
  const std::string_view trimmed = trim(reason);
  return {.blocks = block,
          .reason = std::string{trimmed.empty() ? k_default_reason : trimmed},
          .source = std::move(source),
          .code = block ? Code::DegradedModeBlocked : Code::DegradedModeAllowed};
}

DegradedMode from_environment(const Environment& environment, Stage stage) {
  const auto value = [&](const std::string& name) { return environment.get(name).value_or(""); };
  const std::string stage_variable = "PUMUKI_DEGRADED_ACTION_" + std::string{stage_name(stage)};
  return make_mode(blocks({value(stage_variable), value("PUMUKI_DEGRADED_ACTION")}),
                   value("PUMUKI_DEGRADED_REASON"), "env");
}

}  // namespace

std::optional<DegradedMode> degraded_mode(const Environment& environment, const std::string& root,
                                          Stage stage, Notices* notices) {
  if (const auto flag = parse_flag(environment.get("PUMUKI_DEGRADED_MODE"))) {
    return *flag ? std::optional{from_environment(environment, stage)} : std::nullopt;
  }
  const auto file = read_degraded_file(root, notices);
  if (!file) {
    return std::nullopt;
  }
  const auto found = file->stage_actions.find(stage);
  const std::string_view stage_action =
      found == file->stage_actions.end() ? std::string_view{} : found->second;
  return make_mode(blocks({stage_action, file->action}), file->reason,
                   "file:" + std::string{k_degraded_file});
}

}  // namespace pumuki::policy
