#include "gate/policy/hygiene.h"

#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace pumuki::policy {
namespace {

/// Beyond this a threshold is no threshold; also keeps the conversion to an integer defined.
constexpr double k_largest_threshold = 1e15;

std::optional<double> parse_number(std::optional<std::string_view> value) {
  if (!value) {
    return std::nullopt;
  }
  const std::string_view text = trim(*value);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional{number} : std::nullopt;
}

std::int64_t usable(std::optional<double> value, std::int64_t fallback) {
  if (!value || !std::isfinite(*value)) {
    return fallback;
  }
  const double whole = std::trunc(*value);
  return whole >= 1 ? static_cast<std::int64_t>(std::min(whole, k_largest_threshold)) : fallback;
}

}  // namespace

Hygiene hygiene(const Environment& environment, const HygieneOverrides& overrides) {
  const auto threshold = [&](const std::optional<double>& given, std::string_view variable) {
    return given ? given : parse_number(environment.get(variable));
  };
  const Hygiene defaults;
  Hygiene result;
  result.enabled = overrides.enabled.value_or(
      parse_flag(environment.get("PUMUKI_PREWRITE_WORKTREE_HYGIENE_ENABLED")).value_or(true));
  result.warn_threshold =
      usable(threshold(overrides.warn_threshold, "PUMUKI_PREWRITE_WORKTREE_WARN_THRESHOLD"),
             defaults.warn_threshold);
  result.block_threshold =
      usable(threshold(overrides.block_threshold, "PUMUKI_PREWRITE_WORKTREE_BLOCK_THRESHOLD"),
             defaults.block_threshold);
  result.block_threshold = std::max(result.block_threshold, result.warn_threshold);
  return result;
}

}  // namespace pumuki::policy
