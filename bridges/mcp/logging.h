#pragma once

#include <optional>
#include <string_view>

namespace pumuki::mcp {

/// Levels of `notifications/message`, least severe first (RFC 5424 names).
enum class LogLevel { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency };

std::string_view log_level_name(LogLevel level);
/// Exact names only.
std::optional<LogLevel> log_level(std::string_view name);

}  // namespace pumuki::mcp
