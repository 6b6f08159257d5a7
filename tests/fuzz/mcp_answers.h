#pragma once

#include "bridges/mcp/catalogue.h"
#include "bridges/mcp/message.h"

#include <cstddef>
#include <string_view>

namespace pumuki::mcp {

/// The catalogue of the unit tests without its tool of huge answers.
Catalogue fuzz_catalogue();

/// Requires a server's message or batch of messages: JSON on one line, each part JSON-RPC 2.0 with
/// a result, an error or a method. Gives the number of answers in it.
std::size_t checked_answers(std::string_view line);

}  // namespace pumuki::mcp
