#pragma once

#include "server/http/limits.h"

#include <cstdint>
#include <string_view>

namespace pumuki::http {

/// Sends one reply over a non-blocking socket and waits for a slow client only within the write
/// limits. A lost or stalled client is a false, never a signal. One thread at a time.
class SocketWriter {
 public:
  explicit SocketWriter(int fd);

  /// Sends both parts, in one call when the socket takes them.
  bool send(std::string_view first, std::string_view second = {});
  [[nodiscard]] bool failed() const { return failed_; }
  /// The client has not closed its side. For replies without an end, whose client sends nothing.
  [[nodiscard]] bool client_is_there() const;
  /// The time limits begin anew: each piece of a reply without an end has its own.
  void begin_piece();

 private:
  bool wait_writable();
  [[nodiscard]] int unsent_bytes() const;

  int fd_;
  bool failed_ = false;
  std::uint64_t sent_ = 0;
  SteadyTime started_;
};

}  // namespace pumuki::http
