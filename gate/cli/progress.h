#pragma once

#include "gate/collect/collector.h"
#include "gate/core/environment.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace pumuki::cli {

/// What a hook is doing and for how long it has run, on one line of standard error that is written
/// again several times a second: only on a terminal, never in CI, and only once the run
/// has taken over a second. The line also moves while one long step says nothing; a thread of its
/// own, which takes no signals, writes it. Constructor, callback and destructor: one thread.
class Progress {
 public:
  explicit Progress(const Environment& environment);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Wipes the line.
  ~Progress();

  /// May be given to a collection; the object must outlive it. Empty when nothing is to be shown.
  [[nodiscard]] collect::Progress callback();

 private:
  void tell(std::string_view step, std::size_t done, std::size_t total);
  void run();
  [[nodiscard]] std::string line() const;

  bool wanted_;
  std::chrono::steady_clock::time_point begin_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::string step_;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
  bool ends_ = false;
  std::thread writer_;
};

}  // namespace pumuki::cli
