#pragma once

#include "bridges/mcp/catalogue.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::stdio {

/// What the evidence bridge offers (contract: bridges).
mcp::Catalogue evidence_catalogue();

/// The path behind `evidence://KEY` or the tool `evidence_KEY`, for a route without its last '/'.
/// Nothing for another key.
std::optional<std::string> evidence_path(std::string_view key, std::string_view route);

/// "findings" of "evidence://findings" or "evidence_findings".
std::string_view evidence_key(std::string_view uri_or_tool);

}  // namespace pumuki::stdio
