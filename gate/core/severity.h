#pragma once

#include <optional>
#include <string_view>

namespace pumuki {

/// Severities in their order: a larger one is worse (contract: gate §9).
enum class Severity { Info, Warn, Error, Critical };

/// "INFO", "WARN", "ERROR", "CRITICAL"
std::string_view severity_name(Severity severity);
/// Exact, case-sensitive; nothing for any other text.
std::optional<Severity> severity_from_name(std::string_view name);
/// "LOW", "MEDIUM", "HIGH", "CRITICAL"
std::string_view enterprise_severity_name(Severity severity);

}  // namespace pumuki
