#pragma once

#include "gate/core/fd.h"
#include "server/http/conversation.h"
#include "server/http/limits.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace pumuki::http {

struct Connection {
  std::uint64_t id = 0;
  UniqueFd fd;
  Conversation conversation;
  /// Of what the connection waits for now.
  SteadyTime deadline;
  /// Of the request that is being read; the epoch between two requests.
  SteadyTime request_deadline;
  /// In the epoll set.
  bool registered = false;
  /// The final answer is out; what still arrives is thrown away.
  bool draining = false;
};

/// All open connections. A connection is either waiting, and then owned by the table and armed in
/// the epoll set, or taken by exactly one worker. Invariant under the mutex: every entry has an
/// open descriptor. Safe from any thread.
class ConnectionTable {
 public:
  explicit ConnectionTable(int epoll_fd) : epoll_fd_(epoll_fd) {}

  /// A new connection begins to wait. At the cap the oldest waiting one is closed.
  void add(UniqueFd fd);
  /// Nothing when it was closed meanwhile.
  std::unique_ptr<Connection> take(std::uint64_t id);
  /// Waits for input again. At stop the connection is closed instead.
  void park(std::unique_ptr<Connection> connection);
  void close(std::unique_ptr<Connection> connection);

  /// Takes what has waited too long out of the table, for close().
  std::vector<std::unique_ptr<Connection>> take_expired(SteadyTime now);
  /// False when nothing was waiting.
  bool close_oldest_waiting();
  [[nodiscard]] bool empty() const;

  /// Closes everything that waits; from now on park() closes too.
  void stop();
  /// Waits until no connection is left; false at the limit.
  bool wait_until_empty(std::chrono::milliseconds limit);
  /// Ends the sockets that workers still use; their calls fail at once.
  void break_taken();

 private:
  struct Entry {
    std::unique_ptr<Connection> waiting;
    int fd = -1;
  };

  bool close_oldest_locked();
  void arm_locked(Connection& connection) const;

  int epoll_fd_;
  mutable std::mutex mutex_;
  std::condition_variable emptied_;
  std::unordered_map<std::uint64_t, Entry> entries_;
  /// 0 is the stop event of the epoll set.
  std::uint64_t next_id_ = 1;
  bool stopping_ = false;
};

}  // namespace pumuki::http
