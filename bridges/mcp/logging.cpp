#include "bridges/mcp/logging.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pumuki::mcp {
namespace {

constexpr std::array<std::string_view, 8> k_names{"debug", "info",     "notice", "warning",
                                                  "error", "critical", "alert",  "emergency"};

}  // namespace

std::string_view log_level_name(LogLevel level) { return k_names[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> log_level(std::string_view name) {
  const auto* const found = std::ranges::find(k_names, name);
  return found == k_names.end() ? std::nullopt
                                : std::optional{static_cast<LogLevel>(found - k_names.begin())};
}

}  // namespace pumuki::mcp
