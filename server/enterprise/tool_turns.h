#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>

namespace pumuki::enterprise {

struct TurnLimits {
  /// Calls that run at a time.
  std::size_t running = 2;
  /// Calls that may wait behind them.
  std::size_t waiting = 16;
  std::chrono::milliseconds patience{15'000};
};

/// Keeps anonymous tool calls from flooding the machine (contract: engine-link §3.2): a few run,
/// some wait in order, the rest are turned away. Safe for many threads.
class ToolTurns {
 public:
  explicit ToolTurns(TurnLimits limits = {}) : limits_(limits) {}

  /// Gives its turn back at the end. Must not outlive the ToolTurns.
  class Turn {
   public:
    explicit Turn(ToolTurns& turns) : turns_(&turns) {}
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();

   private:
    ToolTurns* turns_;
  };

  /// Blocks until it is the caller's turn. Nothing: too many wait, or patience ended.
  std::optional<Turn> take();

 private:
  void give_back();

  const TurnLimits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  /// Guarded by mutex_. Calls with a turn: at most limits_.running.
  std::size_t running_ = 0;
  /// Guarded by mutex_. One entry for each waiting call, the oldest first.
  std::list<int> queue_;
};

}  // namespace pumuki::enterprise
