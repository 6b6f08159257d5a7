#include "gate/core/stage.h"

#include "gate/core/text.h"

#include <algorithm>
#include <string>

namespace pumuki {
namespace {

struct Names {
  std::string_view name;
  std::string_view alias;
};

constexpr std::array<Names, k_all_stages.size()> k_names{
    {{"PRE_WRITE", "RED"}, {"PRE_COMMIT", "GREEN"}, {"PRE_PUSH", "REFACTOR"}, {"CI", "CLOSE"}}};

}  // namespace

std::string_view stage_name(Stage stage) {
  return k_names.at(static_cast<std::size_t>(stage)).name;
}

std::optional<Stage> stage_from_name(std::string_view name) {
  const auto found = std::ranges::find(k_all_stages, name, stage_name);
  return found == k_all_stages.end() ? std::nullopt : std::optional{*found};
}

std::optional<Stage> stage_from_option(std::string_view text) {
  std::string wanted = ascii_upper(text);
  std::ranges::replace(wanted, '-', '_');
  for (const Stage stage : k_all_stages) {
    const Names& names = k_names.at(static_cast<std::size_t>(stage));
    if (wanted == names.name || wanted == names.alias) {
      return stage;
    }
  }
  return std::nullopt;
}

}  // namespace pumuki
