#include "gate/cli/short_names.h"

#include <algorithm>
#include <array>

namespace pumuki::cli {
namespace {

constexpr std::string_view k_program_prefix = "pumuki-";
constexpr std::array<std::string_view, 4> k_short_names{"pre-write", "pre-commit", "pre-push",
                                                        "ci"};

}  // namespace

std::optional<std::string_view> runner_of_program(std::string_view program) {
  if (const auto slash = program.rfind('/'); slash != std::string_view::npos) {
    program.remove_prefix(slash + 1);
  }
  if (!program.starts_with(k_program_prefix)) {
    return std::nullopt;
  }
  program.remove_prefix(k_program_prefix.size());
  const auto known = std::ranges::find(k_short_names, program);
  return known == k_short_names.end() ? std::nullopt : std::optional{*known};
}

}  // namespace pumuki::cli
