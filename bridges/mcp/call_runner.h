#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/line_writer.h"
#include "bridges/mcp/message.h"
#include "bridges/mcp/reply_target.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::mcp {

/// Times and counts of mcp-protocol §8 and §10.
struct CallLimits {
  /// Calls that run at the same time; further ones wait their turn.
  std::size_t workers = 16;
  /// Calls that run or wait; further ones are refused.
  std::size_t calls = 4096;
  /// Below the 60 s after which clients give up.
  std::chrono::milliseconds deadline{55'000};
  /// For calls that send progress, which keeps clients waiting.
  std::chrono::milliseconds deadline_with_progress{600'000};
  std::chrono::milliseconds first_progress{1'000};
  std::chrono::milliseconds next_progress{5'000};
};

struct Call {
  RequestId id;
  /// JSON text; progress is sent only when there is one.
  std::optional<std::string> progress_token;
  bool progress_with_message = false;
  std::shared_ptr<ReplyTarget> target;
  /// Makes the whole answer. Runs on a worker thread.
  std::function<std::string(const CallContext&)> work;
};

/// Runs calls on a bounded number of threads, which are started when they are needed. A cancelled
/// call is stopped and never answered; progress never follows an answer. Any thread may call it.
class CallRunner {
 public:
  CallRunner(LineSink& out, CallLimits limits) : out_(out), limits_(limits) {}
  CallRunner(const CallRunner&) = delete;
  CallRunner& operator=(const CallRunner&) = delete;
  /// Cancels everything and waits for the threads.
  ~CallRunner();

  /// False when too many calls are in progress; the call was not taken.
  bool submit(Call call);
  /// Stops every call of that id; unknown ids are ignored.
  void cancel(const RequestId& id);
  void cancel_all();
  /// Takes no further calls and cancels the present ones.
  void close();
  [[nodiscard]] bool idle() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Active {
    Call call;
    Clock::time_point start;
    Clock::time_point next_progress;
    std::stop_source stop;
    bool cancelled = false;
    int progress = 0;
  };
  using Actives = std::list<Active>;

  void work_loop();
  void finish(Actives::iterator active, std::string message);
  void progress_loop();
  void report(Active& active, Clock::time_point now);
  void stop_call(Active& active);

  LineSink& out_;
  const CallLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable work_added_;
  std::condition_variable progress_wanted_;
  /// Guarded by mutex_. `active_` holds every call not yet finished; `waiting_` points to those
  /// that no worker took.
  Actives active_;
  std::deque<Actives::iterator> waiting_;
  std::size_t idle_workers_ = 0;
  bool closed_ = false;
  std::vector<std::thread> workers_;
  std::thread progress_;
};

}  // namespace pumuki::mcp
