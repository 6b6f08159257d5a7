#pragma once

#include "gate/core/fd.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::test {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpReply {
  int status = 0;
  HttpHeaders headers;
  std::string body;

  /// The first header of that name, any case.
  [[nodiscard]] std::optional<std::string> header(std::string_view name) const;
};

struct HttpCall {
  std::string method = "GET";
  /// Sent as it stands.
  std::string target = "/";
  /// Host, and Content-Length when there is a body, are added unless named here.
  HttpHeaders headers;
  std::string body;
};

/// A blocking connection to 127.0.0.1. Failures and silence beyond the patience throw
/// std::runtime_error.
class LoopbackConnection {
 public:
  static constexpr std::chrono::milliseconds k_patience{20'000};

  explicit LoopbackConnection(int port);

  void send(std::string_view bytes);
  /// No more bytes from us.
  void finish_sending();
  HttpReply exchange(const HttpCall& call);
  /// One reply; `to_head` means that no body follows whatever the headers say.
  HttpReply read_reply(bool to_head = false);
  /// Everything until the peer closes, or until `silence` passes without a byte.
  std::string read_until_closed(std::chrono::milliseconds silence = k_patience);
  /// True when the peer closes within `patience`; bytes that come first are kept.
  bool closed_by_peer(std::chrono::milliseconds patience);

 private:
  /// False when the peer has closed; throws after `patience`.
  bool fill(std::chrono::milliseconds patience);
  std::string take(std::size_t size);
  std::string take_line();
  std::string take_chunked();
  std::string take_body(const HttpReply& reply, bool to_head);

  int port_;
  UniqueFd fd_;
  std::string buffer_;
};

/// Each on a connection of its own.
HttpReply http_request(int port, const HttpCall& call);
HttpReply http_get(int port, const std::string& target, HttpHeaders headers = {});
HttpReply http_post(int port, const std::string& target, std::string body,
                    HttpHeaders headers = {});
/// Sends the bytes and returns all that comes back until the peer closes, or until `silence` passes
/// without a byte.
std::string raw_exchange(int port, std::string_view bytes,
                         std::chrono::milliseconds silence = std::chrono::milliseconds{3'000});

}  // namespace pumuki::test
