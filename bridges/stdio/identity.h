#pragma once

#include "bridges/offers/upstream.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::stdio {

using offers::HttpReply;

/// Whether the answer to `GET /status` is that of our evidence server, of this version, for this
/// repository (mcp-protocol §10 "identity before reuse"). Nothing when it is; else why not.
std::optional<std::string> refuse_evidence_status(const HttpReply& reply, const std::string& root);
/// The same for the enterprise server.
std::optional<std::string> refuse_enterprise_status(const HttpReply& reply,
                                                    const std::string& root);
/// The answer to `GET /resource?uri=evidence://status` belongs to this repository: the cheap check
/// of a server that was fully checked before.
bool is_enterprise_evidence(const HttpReply& reply, const std::string& root);

}  // namespace pumuki::stdio
