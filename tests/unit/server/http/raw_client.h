#pragma once

#include "gate/core/fd.h"
#include "server/http/listener.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pumuki::http::test {

/// A listener on a free port with its thread; stopped and joined at the end of the test.
class RunningServer {
 public:
  explicit RunningServer(ListenerOptions options = {}, std::vector<Route> extra = {});
  ~RunningServer();
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return listener_->port(); }
  void stop();

 private:
  std::unique_ptr<Listener> listener_;
  std::thread thread_;
};

/// One TCP connection that speaks bytes.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, bool ipv6 = false);

  [[nodiscard]] bool connected() const { return fd_.valid(); }
  [[nodiscard]] int fd() const { return fd_.get(); }
  /// False when the other side is gone.
  bool send(std::string_view bytes);
  void half_close();
  /// Closes with RST.
  void reset();
  /// One whole answer: head and Content-Length bytes. Empty at the end of the connection; what has
  /// arrived so far at the limit.
  std::string answer(std::chrono::milliseconds limit = std::chrono::seconds{10},
                     bool without_body = false);
  /// Everything until the other side closes.
  std::string read_to_end(std::chrono::milliseconds limit = std::chrono::seconds{10});
  /// True when the other side closes within the limit.
  bool closed(std::chrono::milliseconds limit);

 private:
  bool receive_some(std::chrono::steady_clock::time_point deadline);

  UniqueFd fd_;
  std::string received_;
  bool ended_ = false;
};

/// Sends, reads everything until the server closes or `limit` passes.
std::string talk(std::uint16_t port, std::string_view bytes,
                 std::chrono::milliseconds limit = std::chrono::seconds{10});

/// "HTTP/1.1 200 OK…" → 200; 0 for anything else.
int status_of(std::string_view answer);
/// The value of a header; empty when there is none.
std::string header_of(std::string_view answer, std::string_view name);
std::string body_of(std::string_view answer);
/// A plain GET that asks for the end of the connection.
std::string get(std::string_view target, std::string_view more_headers = {});
/// Resident memory of this process in kB.
long resident_kb();
std::size_t count_threads();

}  // namespace pumuki::http::test
