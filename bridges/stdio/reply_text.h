#pragma once

#include "bridges/stdio/http_client.h"

#include <string>
#include <string_view>

namespace pumuki::stdio {

/// The sentence for a reply that is not what was asked for. It names the address and the status
/// (mcp-protocol §10); the body is quoted only as far as its `error` member.
std::string unusable_reply(std::string_view address, const HttpReply& reply);

/// A query in the form of application/x-www-form-urlencoded, with %20 for a blank.
std::string percent_encode(std::string_view text);

}  // namespace pumuki::stdio
