#include "bridges/offers/reply.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/text.h"

namespace pumuki::offers {
namespace {

using mcp::json_kind;
using mcp::json_member;
using mcp::json_text_of;
using mcp::JsonKind;

/// Replies hold evidence, which may nest as deep as its own reader allows.
constexpr std::size_t k_max_reply_depth = 1000;
constexpr std::size_t k_max_quoted_bytes = 500;

}  // namespace

bool is_json_reply(const HttpReply& reply) {
  return reply.status == 200 && ascii_lower(reply.content_type).starts_with("application/json") &&
         mcp::check_json(reply.body, k_max_reply_depth) == mcp::JsonFault::None;
}

std::optional<EvidenceState> evidence_state(const HttpReply& reply) {
  if (!is_json_reply(reply)) {
    return std::nullopt;
  }
  const auto evidence = json_member(reply.body, "evidence");
  const auto exists = json_member(evidence, "exists");
  const auto valid = json_member(evidence, "valid");
  if (!exists || !valid) {
    return std::nullopt;
  }
  return EvidenceState{exists == "true", valid == "true",
                       json_text_of(json_member(evidence, "version")).value_or("")};
}

std::optional<std::string> error_text(const HttpReply& reply) {
  if (mcp::check_json(reply.body, k_max_reply_depth) != mcp::JsonFault::None) {
    return std::nullopt;
  }
  return json_text_of(json_member(reply.body, "error"));
}

std::optional<bool> envelope_success(const HttpReply& reply) {
  if (!is_json_reply(reply)) {
    return std::nullopt;
  }
  const auto success = json_member(reply.body, "success");
  return success && json_kind(*success) == JsonKind::Boolean ? std::optional{success == "true"}
                                                             : std::nullopt;
}

std::string unusable_reply(std::string_view address, const HttpReply& reply) {
  std::string text = "The server at " + std::string{address} + " answered with status " +
                     std::to_string(reply.status);
  const auto error = error_text(reply);
  if (error && error->size() <= k_max_quoted_bytes) {
    return text + ": " + *error;
  }
  if (reply.status == 200) {
    text += ", but not with the JSON that was expected (" +
            (reply.content_type.empty() ? "no content type" : reply.content_type.substr(0, 100)) +
            ")";
  }
  return text + ".";
}

std::string percent_encode(std::string_view text) {
  static constexpr std::string_view k_digits = "0123456789ABCDEF";
  static constexpr std::string_view k_plain = "-._~";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || k_plain.find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += '%';
      result += k_digits[byte >> 4U];
      result += k_digits[byte & 0xFU];
    }
  }
  return result;
}

}  // namespace pumuki::offers
