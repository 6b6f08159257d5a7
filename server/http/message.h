#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::http {

/// What a handler sees of a request. Everything was checked before: Host, Origin, sizes, path.
struct Request {
  /// Upper case, one of the methods the HTTP parser knows.
  std::string method;
  /// Normalised as evidence-server §2.1: dot segments resolved, trailing slashes removed, never
  /// percent-decoded.
  std::string path;
  /// The text after '?', undecoded.
  std::string query;
  /// POST only; at most the limit of the server.
  std::string body;
  /// As they arrived; only for routes that ask for them.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// A body that is produced piece by piece. `write` hands bytes to the socket and returns false when
/// the client is gone; `produce` then stops. It must write exactly `size` bytes; returning false
/// ends the connection.
struct BodyStream {
  std::uint64_t size = 0;
  std::function<bool(const std::function<bool(std::string_view)>& write)> produce;
  /// The size is not known: each piece goes out at once, an empty piece only asks whether the
  /// client is still there, and the body may last as long as it is. What `produce` returns counts
  /// for nothing.
  bool open_ended = false;
};

/// JSON unless `headers` says otherwise. Every reply carries Content-Type, Content-Length and
/// Cache-Control: no-store.
struct Reply {
  int status = 200;
  /// Shared, so that a cached body is sent without a copy. Ignored when `stream` has a producer.
  std::shared_ptr<const std::string> body;
  BodyStream stream;
  /// Additional headers, for example Allow.
  std::vector<std::pair<std::string, std::string>> headers;
};

Reply json_reply(int status, std::string body);
Reply json_reply(int status, std::shared_ptr<const std::string> body);
/// {"error": text}
Reply error_reply(int status, std::string_view text);
/// {"error": text, "code": code}
Reply error_reply(int status, std::string_view text, std::string_view code);

using Handler = std::function<Reply(const Request&)>;

/// First value of a query parameter, decoded as application/x-www-form-urlencoded (evidence-server
/// §2.2): '+' is a blank, malformed '%' stays, bytes that are not UTF-8 become U+FFFD. Nothing when
/// the name does not occur.
std::optional<std::string> query_value(std::string_view query, std::string_view name);

}  // namespace pumuki::http
