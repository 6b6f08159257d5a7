#include "gate/core/severity.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pumuki {
namespace {

struct Names {
  std::string_view name;
  std::string_view enterprise;
};

constexpr std::array<Names, 4> k_names{
    {{"INFO", "LOW"}, {"WARN", "MEDIUM"}, {"ERROR", "HIGH"}, {"CRITICAL", "CRITICAL"}}};

}  // namespace

std::string_view severity_name(Severity severity) {
  return k_names.at(static_cast<std::size_t>(severity)).name;
}

std::optional<Severity> severity_from_name(std::string_view name) {
  const auto found = std::ranges::find(k_names, name, &Names::name);
  if (found == k_names.end()) {
    return std::nullopt;
  }
  return static_cast<Severity>(found - k_names.begin());
}

std::string_view enterprise_severity_name(Severity severity) {
  return k_names.at(static_cast<std::size_t>(severity)).enterprise;
}

}  // namespace pumuki
