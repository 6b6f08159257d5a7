#pragma once

#include "bridges/stdio/http_client.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::stdio {

/// Status 200, a JSON content type and well-formed JSON.
bool is_json_reply(const HttpReply& reply);

/// Whether the answer to `GET /status` is that of our evidence server, of this version, for this
/// repository (mcp-protocol §10 "identity before reuse"). Nothing when it is; else why not.
std::optional<std::string> refuse_evidence_status(const HttpReply& reply, const std::string& root);
/// The same for the enterprise server.
std::optional<std::string> refuse_enterprise_status(const HttpReply& reply,
                                                    const std::string& root);
/// The answer to `GET /resource?uri=evidence://status` belongs to this repository: the cheap check
/// of a server that was fully checked before.
bool is_enterprise_evidence(const HttpReply& reply, const std::string& root);

/// What `/status` says about the evidence.
struct EvidenceState {
  bool exists = false;
  bool valid = false;
  /// As written in the file; empty when unknown.
  std::string version;
};
/// Nothing when the reply has another shape.
std::optional<EvidenceState> evidence_state(const HttpReply& reply);

/// The member `error` of a reply, or nothing.
std::optional<std::string> error_text(const HttpReply& reply);

/// The member `success` of a tool envelope; nothing when the reply is none.
std::optional<bool> envelope_success(const HttpReply& reply);

}  // namespace pumuki::stdio
