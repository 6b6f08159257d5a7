#pragma once

#include "bridges/mcp/call.h"

#include <cstddef>
#include <expected>
#include <string>

namespace pumuki::offers {

/// Replies beyond it are not read (contract: mcp-protocol §10).
inline constexpr std::size_t k_max_reply_bytes = std::size_t{8} << 20;

struct HttpRequest {
  std::string method = "GET";
  /// Path and query, percent-encoded.
  std::string target;
  /// JSON; POST only.
  std::string body = {};
};

struct HttpReply {
  int status = 0;
  std::string content_type;
  std::string body;
  /// The connection can take another request.
  bool keeps_open = false;
};

struct UpstreamCall {
  HttpRequest request;
  /// May be sent twice.
  bool read_only = true;
};

struct UpstreamFailure {
  /// A sentence for the client.
  std::string message;
  /// The reply was beyond the limit; a smaller question may succeed.
  bool too_large = false;
};

/// The documented HTTP routes of a server, wherever they are: in another process behind a socket,
/// or in this one. Any thread.
class Upstream {
 public:
  Upstream() = default;
  Upstream(const Upstream&) = delete;
  Upstream& operator=(const Upstream&) = delete;
  virtual ~Upstream() = default;

  /// The reply, whatever its status. A call that may not be sent twice is repeated only when
  /// nothing was sent.
  virtual std::expected<HttpReply, UpstreamFailure> call(const UpstreamCall& call,
                                                         const mcp::CallContext& context) = 0;
  /// "127.0.0.1:7341", or empty while there is no server; for messages.
  [[nodiscard]] virtual std::string address_text() const = 0;
  /// The reply shows that this server cannot be used: another one is looked for.
  virtual void distrust() = 0;
};

}  // namespace pumuki::offers
