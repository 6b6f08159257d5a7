#pragma once

#include "server/http/connection_table.h"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace pumuki::http {

class Admission;
class ReplyWriter;

/// The threads that read and answer. All of them wait in one epoll set; whoever gets an event reads
/// what has arrived without blocking and, when a request is complete, answers it. So a client that
/// sends slowly never holds a thread (contract: ruling 1). A further thread is made only when the
/// last one that waited begins an answer.
class WorkerPool {
 public:
  struct Parts {
    int epoll_fd = -1;
    int listening_fd = -1;
    ConnectionTable* connections = nullptr;
    const Admission* admission = nullptr;
  };

  explicit WorkerPool(const Parts& parts) : parts_(parts) {}
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  /// The stop event must be in the epoll set by then.
  ~WorkerPool() { join(); }

  /// Makes one more thread within the limit; false when the system refuses.
  bool grow();
  /// True while some thread looks at arriving bytes, so that deadlines may be held against clients.
  [[nodiscard]] bool attentive() const { return waiting_.load() > 0; }
  /// Waits for all threads; they end by themselves once the stop event is set.
  void join();

 private:
  static void* enter(void* pool);
  void work();
  void serve(std::unique_ptr<Connection> connection, ReplyWriter& writer);
  bool converse(Connection& connection, ReplyWriter& writer);
  bool answer(Connection& connection, ReplyWriter& writer);

  Parts parts_;
  std::atomic<std::size_t> waiting_{0};
  std::mutex mutex_;
  /// Guarded by mutex_; no thread is added once joining_ is set.
  std::vector<pthread_t> threads_;
  bool joining_ = false;
};

}  // namespace pumuki::http
