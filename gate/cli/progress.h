#pragma once

#include "gate/collect/collector.h"
#include "gate/core/clock.h"
#include "gate/core/environment.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki::cli {

/// What a hook is doing, on one line of standard error that the next one replaces: only on a
/// terminal, never in CI, and only once the run has taken over a second. One thread.
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
  void show(std::string_view step, std::size_t done, std::size_t total);

  bool wanted_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace pumuki::cli
