#pragma once

#include "bridges/mcp/catalogue.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::offers {

/// What the evidence server and its bridge offer (contract: bridges).
mcp::Catalogue evidence_catalogue(std::string server_name);

/// The path behind `evidence://KEY` or the tool `evidence_KEY`, for a route without its last '/'.
/// Nothing for another key.
std::optional<std::string> evidence_path(std::string_view key, std::string_view route);

/// The route takes limit and offset.
bool evidence_has_pages(std::string_view key);

/// "findings" of "evidence://findings" or "evidence_findings".
std::string_view evidence_key(std::string_view uri_or_tool);

}  // namespace pumuki::offers
