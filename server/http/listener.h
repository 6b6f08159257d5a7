#pragma once

#include "gate/core/result.h"
#include "server/http/message.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pumuki::http {

/// One row of a route table. Paths are compared exactly and case-sensitively after normalisation.
struct Route {
  std::string method;
  std::string path;
  Handler handler;
  /// The handler gets Request::headers.
  bool wants_headers = false;
};

enum class Unmatched {
  /// Any method but GET is 405 on every path, known or not (evidence-server §2).
  MethodFirst,
  /// An unknown path is 404 for any method; a known path with another method is 405
  /// (enterprise-server §2).
  PathFirst,
};

struct ListenerOptions {
  std::string host = "127.0.0.1";
  /// 0: a free port, chosen by the kernel.
  std::uint16_t port = 0;
  /// Host names accepted beside 127.0.0.1, localhost and [::1].
  std::vector<std::string> allowed_hosts{};
  Unmatched unmatched = Unmatched::PathFirst;
  std::size_t max_body_bytes = std::size_t{1} << 20;
  /// The environment variable that sets the port; named in the hint of AddressInUse.
  std::string port_variable{};
};

/// An HTTP/1.1 server on one address (performance §5.2 A and B, engine-link §3.3, rulings 1–4 and
/// 24). Handlers run on worker threads, several at a time; a handler that throws is answered 500.
class Listener {
 public:
  /// Binds and listens; nothing is answered before run(). `host` is a name or an address, IPv6 with
  /// or without brackets. Errors: AddressInUse (the message names the holder, the hint the way
  /// out), PortInvalid (the port needs privileges), UsageError (no such address on this machine).
  static Result<std::unique_ptr<Listener>> open(ListenerOptions options, std::vector<Route> routes);

  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  [[nodiscard]] virtual std::uint16_t port() const = 0;
  /// Serves until stop(); blocks. Call once.
  virtual void run() = 0;
  /// Ends run(): stops accepting, gives requests in progress one second, then breaks their
  /// connections; run() returns when their handlers have. Safe from any thread and from a thread
  /// that waits for signals (not from a signal handler itself).
  virtual void stop() = 0;
};

}  // namespace pumuki::http
