#pragma once

#include "bridges/offers/upstream.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::offers {

/// Status 200, a JSON content type and well-formed JSON.
bool is_json_reply(const HttpReply& reply);

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

/// The sentence for a reply that is not what was asked for. It names the address and the status
/// (mcp-protocol §10); the body is quoted only as far as its `error` member.
std::string unusable_reply(std::string_view address, const HttpReply& reply);

/// A query in the form of application/x-www-form-urlencoded, with %20 for a blank.
std::string percent_encode(std::string_view text);

}  // namespace pumuki::offers
