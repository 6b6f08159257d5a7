#pragma once

#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/http_sessions.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::mcp {

/// A request to the one path of Streamable HTTP. Host and Origin were checked by the server.
struct HttpCall {
  /// "POST", "GET" or "DELETE"
  std::string method;
  /// In the order of arrival; names in any case.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

/// Hands bytes to the client at once; false when it is gone. An empty piece only asks.
using HttpWrite = std::function<bool(std::string_view piece)>;

struct HttpAnswer {
  int status = 200;
  /// Content-Type included when there is a body.
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  /// Set: the body is an event stream of unknown length, written until this returns.
  std::function<void(const HttpWrite& write)> stream = {};
};

struct HttpEndpointLimits {
  /// A request that is not answered by then gets an event stream, on which its end can be noticed.
  std::chrono::milliseconds plain_answer{200};
  /// How often a silent stream looks whether its client is there.
  std::chrono::milliseconds look{250};
  /// A comment keeps a silent stream alive.
  std::chrono::milliseconds keep_alive{10'000};
  /// Streams that wait for changes: GET and subscriptions/listen.
  std::size_t listening = 16;
  /// Other requests in progress. Each holds a thread of the server, as each listening stream does;
  /// together they leave some for the other routes.
  std::size_t requests = 32;
};

/// Streamable HTTP without HTTP (contract: mcp-protocol §5 and §9): which message a request is,
/// what session it belongs to, which headers it needs, and how its answer goes back. Both eras on
/// one path; stateless requests say what they are by their version header or their `_meta`. Any
/// thread; handle() and the streams it gives block in the calling one.
class HttpEndpoint {
 public:
  explicit HttpEndpoint(Dispatcher& dispatcher, HttpEndpointLimits limits = {})
      : dispatcher_(dispatcher), limits_(limits), sessions_(dispatcher) {}

  HttpAnswer handle(const HttpCall& call);

 private:
  struct Stream;

  HttpAnswer post(const HttpCall& call);
  HttpAnswer post_stateless(const HttpCall& call, const Line& line);
  HttpAnswer post_in_session(const HttpCall& call, const Line& line);
  HttpAnswer open_session(const Request& request, const HttpCall& call);
  HttpAnswer get(const HttpCall& call);
  HttpAnswer end_session(const HttpCall& call);
  /// The answer that `log` collects, as JSON when it comes soon and alone.
  HttpAnswer answer_from(Stream stream, const HttpCall& call);
  HttpAnswer stream_of(Stream stream);
  void write_events(const Stream& stream, const HttpWrite& write);

  Dispatcher& dispatcher_;
  const HttpEndpointLimits limits_;
  HttpSessions sessions_;
  std::atomic<std::size_t> requests_{0};
  std::atomic<std::size_t> listening_{0};
};

}  // namespace pumuki::mcp
