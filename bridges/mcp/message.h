#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pumuki::mcp {

/// Codes of JSON-RPC 2.0 and those of MCP that do not depend on the revision.
inline constexpr int k_parse_error = -32700;
inline constexpr int k_invalid_request = -32600;
inline constexpr int k_method_not_found = -32601;
inline constexpr int k_invalid_params = -32602;
inline constexpr int k_internal_error = -32603;
inline constexpr int k_header_mismatch = -32020;
inline constexpr int k_missing_capability = -32021;
inline constexpr int k_unsupported_version = -32022;

/// Keys of `params._meta` (MCP 2026-07-28).
inline constexpr std::string_view k_meta_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view k_meta_capabilities =
    "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view k_meta_log_level = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view k_meta_server_info = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view k_meta_subscription = "io.modelcontextprotocol/subscriptionId";

/// An error answer.
struct RpcError {
  int code = k_internal_error;
  std::string message;
  /// JSON text of the `data` member, or empty.
  std::string data = {};
};

/// A string or an integer of at most 64 bits (mcp-protocol §3).
struct RequestId {
  /// JSON text, exactly as the client wrote it; this is what answers carry.
  std::string raw;
  /// Equal for equal ids however they are spelled; for look-ups only.
  std::string key;
};

struct Request {
  RequestId id;
  std::string method;
  /// JSON text of an object; "{}" when the client sent none or null. Nothing when it sent any other
  /// kind, which no method accepts.
  std::optional<std::string> params;
};

/// Never answered, whatever its method.
struct Notification {
  std::string method;
  std::optional<std::string> params;
};

/// An answer to a request of ours. We send none, so it is ignored.
struct Response {};

/// A message that cannot be served: answer with this error.
struct BadMessage {
  int code = k_invalid_request;
  std::string reason;
  /// Present when it could be read.
  std::optional<RequestId> id;
};

using Message = std::variant<Request, Notification, Response, BadMessage>;

/// One line: a message, or the elements of an array.
struct Line {
  std::vector<Message> messages;
  bool batch = false;
};

/// Reads one line. Never fails: what cannot be read becomes a BadMessage.
Line parse_line(std::string_view text);

/// The id in a JSON value; nothing when it is not a legal one.
std::optional<RequestId> request_id(std::optional<std::string_view> value);

}  // namespace pumuki::mcp
