#pragma once

#include "bridges/mcp/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::mcp {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// The first value of a header, trimmed; names are compared without regard to case.
std::optional<std::string> header_value(const HttpHeaders& headers, std::string_view name);
/// The same, taken out of `=?base64?…?=` when it is wrapped so; a broken wrapping gives nothing
/// that could equal a value of a body.
std::optional<std::string> mirrored_value(const HttpHeaders& headers, std::string_view name);

/// Why the headers do not fit the request (contract: mcp-protocol §9 HTTP); nothing when they do. A
/// header is compared only with a field the body has.
std::optional<std::string> header_fault(const HttpHeaders& headers, const Request& request);

}  // namespace pumuki::mcp
