#pragma once

#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/line_writer.h"

#include <chrono>
#include <functional>

namespace pumuki::mcp {

/// Times of mcp-protocol §4 and ruling 5.
struct HostLimits {
  /// After the end of input: for the answers to requests already read.
  std::chrono::milliseconds finish_calls{1'000};
  /// With output pending: since the reader last took something.
  std::chrono::milliseconds silent_reader{5'000};
  /// With output pending: in total.
  std::chrono::milliseconds drain_total{20'000};
  /// How often the parent is looked at; a wrapper that was killed closes nothing.
  std::chrono::milliseconds parent_check{3'000};
};

struct HostDescriptors {
  int in = 0;
  int out = 1;
  /// signalfd of SIGTERM, SIGINT and SIGHUP, which every thread has blocked.
  int signals = -1;
};

/// Serves until the input ends, the reader of the output is gone, a signal arrives or the parent
/// died, then finishes as mcp-protocol §4 asks. `stop_service` is called once, before the output is
/// drained; it must return within half a second. Returns the exit code, always 0 unless a second
/// signal cut the end short.
int serve(HostDescriptors descriptors, Dispatcher& dispatcher, LineWriter& writer,
          const std::function<void()>& stop_service);

}  // namespace pumuki::mcp
