#pragma once

#include "bridges/mcp/call.h"
#include "bridges/offers/upstream.h"
#include "bridges/stdio/address.h"

#include <chrono>
#include <expected>
#include <memory>
#include <string>

namespace pumuki::stdio {

/// mcp-protocol §10.
inline constexpr std::chrono::milliseconds k_connect_timeout{1'000};

using offers::HttpReply;
using offers::HttpRequest;
using offers::k_max_reply_bytes;

enum class HttpFault {
  /// No connection.
  Refused,
  /// Closed, reset or malformed before the reply was complete.
  Interrupted,
  Deadline,
  Cancelled,
  TooLarge
};

struct HttpFailure {
  HttpFault fault = HttpFault::Interrupted;
  /// Bytes of a request may have reached the server.
  bool sent = false;
  /// One sentence that names the address.
  std::string message;
};

/// One connection for one call: address literals only, no proxy, no redirects, no compression.
/// Every wait ends at the deadline of the context and when its stop is requested. One thread.
class HttpConnection {
 public:
  static std::expected<std::unique_ptr<HttpConnection>, HttpFailure> open(
      const Address& address, const mcp::CallContext& context);

  HttpConnection() = default;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;
  virtual ~HttpConnection() = default;

  virtual std::expected<HttpReply, HttpFailure> send(const HttpRequest& request) = 0;
  /// The server has not closed it yet.
  [[nodiscard]] virtual bool usable() const = 0;
};

}  // namespace pumuki::stdio
