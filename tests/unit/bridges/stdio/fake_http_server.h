#pragma once

#include "gate/core/fd.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pumuki::stdio::test {

/// One request and the raw connection to answer it on.
class Exchange {
 public:
  Exchange(int fd, const std::atomic<bool>& stopping) : fd_(fd), stopping_(stopping) {}

  std::string method;
  std::string target;
  std::string body;
  /// The head as it came.
  std::string head;

  void reply(int status, std::string_view json,
             std::string_view content_type = "application/json; charset=utf-8");
  void raw(std::string_view bytes);
  /// One byte per segment.
  void trickle(std::string_view bytes);
  /// No more requests on this connection.
  void close() { closed_ = true; }
  /// Says nothing until the server ends or the client leaves.
  void hang();
  [[nodiscard]] bool closed() const { return closed_; }

 private:
  int fd_;
  const std::atomic<bool>& stopping_;
  bool closed_ = false;
};

/// An HTTP server that does what the test tells it, on a free loopback port. Keep-alive until the
/// handler closes.
class FakeHttpServer {
 public:
  using Handler = std::function<void(Exchange&)>;

  explicit FakeHttpServer(Handler handler, bool ipv6 = false);
  FakeHttpServer(const FakeHttpServer&) = delete;
  FakeHttpServer& operator=(const FakeHttpServer&) = delete;
  ~FakeHttpServer() { stop(); }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// "GET /status", in the order of arrival.
  std::vector<std::string> requests();
  /// Bodies of the requests that had one.
  std::vector<std::string> bodies();
  std::vector<std::string> heads();
  /// Closes the port and every connection.
  void stop();

 private:
  void accept_loop();
  void serve(int fd);
  bool read_request(int fd, std::string& buffer, Exchange& exchange);

  Handler handler_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_ = false;
  UniqueFd listener_;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::vector<std::string> bodies_;
  std::vector<std::string> heads_;
  std::list<std::thread> connections_;
  std::thread acceptor_;
};

}  // namespace pumuki::stdio::test
