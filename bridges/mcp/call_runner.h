#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/message.h"
#include "bridges/mcp/reply_target.h"
#include "bridges/mcp/session.h"

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
#include <string_view>
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
  SessionPointer session;
  RequestId id;
  /// The request's `params`.
  std::string params;
  bool stateless = false;
  /// JSON text; progress is sent only when there is one.
  std::optional<std::string> progress_token;
  bool progress_with_message = false;
  /// Log messages from this level on are sent; none without a level.
  std::optional<LogLevel> log_level;
  std::string logger;
  std::shared_ptr<ReplyTarget> target;
  /// Makes the whole answer. Runs on a worker thread.
  std::function<std::string(const CallContext&)> work;
};

/// Runs calls on a bounded number of threads, which are started when they are needed. A cancelled
/// call is stopped and never answered; progress never follows an answer. Any thread may call it.
class CallRunner {
 public:
  explicit CallRunner(CallLimits limits) : limits_(limits) {}
  CallRunner(const CallRunner&) = delete;
  CallRunner& operator=(const CallRunner&) = delete;
  /// Cancels everything and waits for the threads.
  ~CallRunner();

  /// False when too many calls are in progress; the call was not taken.
  bool submit(Call call);
  /// Stops every call of that id in the session; unknown ids are ignored.
  void cancel(const Session& session, const RequestId& id);
  /// Stops every call of the session.
  void cancel(const Session& session);
  /// Stops the calls whose answer would go there: nobody reads it any more.
  void cancel(const ReplyTarget& target);
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
    std::optional<double> progress = std::nullopt;
    /// The call sends progress itself.
    bool own_progress = false;
  };
  using Actives = std::list<Active>;

  void work_loop();
  void finish(Actives::iterator active, std::string message);
  void progress_loop();
  void report(Active& active, Clock::time_point now);
  CallContext context_of(Active& active);
  void send_progress(Active& active, double value, double total);
  void send_log(Active& active, LogLevel level, std::string_view text);
  template <class Condition>
  void cancel_where(Condition condition);

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
