#pragma once

#include "gate/core/fd.h"

#include <functional>
#include <thread>

namespace pumuki::program {

/// Waits on a thread of its own for SIGTERM, SIGINT or, when asked, the end of standard input, and
/// then calls `on_stop` once. Make it before any other thread: it blocks both signals for the
/// caller and every thread the caller starts later. It also ignores SIGPIPE.
class StopWatch {
 public:
  StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;
  /// As end().
  ~StopWatch();

  void start(bool watch_input, std::function<void()> on_stop);
  /// Ends the wait, or waits until an `on_stop` that runs already is done. What `on_stop` uses must
  /// live until then.
  void end();

 private:
  /// False when end() ended the wait.
  [[nodiscard]] bool wait(bool watch_input) const;

  UniqueFd signals_;
  UniqueFd quit_;
  std::thread thread_;
};

}  // namespace pumuki::program
