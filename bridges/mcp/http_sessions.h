#pragma once

#include "bridges/mcp/event_log.h"
#include "bridges/mcp/session.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pumuki::mcp {

class Dispatcher;

/// Sessions at one time; a further one replaces the one that was silent for longest.
inline constexpr std::size_t k_max_http_sessions = 256;
/// Streams of a session that can be resumed.
inline constexpr std::size_t k_max_resumable_streams = 8;

/// A client that came with `initialize` over HTTP.
struct HttpSession {
  std::string id;
  SessionPointer session;
  /// Stream 0: notifications that belong to no request.
  std::shared_ptr<EventLog> general;
  /// The streams of requests, by their number.
  std::map<std::size_t, std::shared_ptr<EventLog>> streams;
  std::size_t next_stream = 1;
  std::chrono::steady_clock::time_point used;
};

/// Any thread.
class HttpSessions {
 public:
  explicit HttpSessions(Dispatcher& dispatcher) : dispatcher_(dispatcher) {}

  struct Handle {
    std::string id;
    SessionPointer session;
    std::shared_ptr<EventLog> general;
  };

  /// A session with an id that cannot be guessed.
  Handle open();
  /// Nothing when it is unknown or over.
  std::optional<Handle> find(std::string_view id);
  /// False when there was none.
  bool end(std::string_view id);

  /// Keeps the stream of a request for a client that comes back; gives its number.
  std::size_t keep(std::string_view id, const std::shared_ptr<EventLog>& log);
  /// The stream was read to its end.
  void forget(std::string_view id, std::size_t number);
  /// The stream of that number, 0 for the general one; null when it is gone.
  std::shared_ptr<EventLog> stream(std::string_view id, std::size_t number);

 private:
  void drop(std::map<std::string, HttpSession, std::less<>>::iterator session);

  Dispatcher& dispatcher_;
  std::mutex mutex_;
  /// Guarded by mutex_.
  std::map<std::string, HttpSession, std::less<>> sessions_;
};

}  // namespace pumuki::mcp
