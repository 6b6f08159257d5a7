#pragma once

#include "gate/core/result.h"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki {

struct ProcessSpec {
  /// argv[0] without a slash is looked up in the PATH of this process.
  std::vector<std::string> argv;
  /// Working directory; empty: the caller's.
  std::string cwd;
  /// "NAME=value" lines, complete: nothing is inherited.
  std::vector<std::string> environment;
  /// Written to standard input, which is then closed.
  std::string input;
  std::chrono::milliseconds deadline{30'000};
  std::size_t max_output_bytes = std::size_t{64} << 20;
  /// Takes standard output piece by piece instead of `ProcessOutput::out`; then max_output_bytes
  /// does not count. May hold views of the piece only while it runs.
  std::function<void(std::string_view piece)> on_output = {};
  /// Told the process group once the program runs, for those who must end it when this process
  /// cannot.
  std::function<void(pid_t group)> on_start = {};
};

struct ProcessOutput {
  /// Exit status; 128 + number when a signal ended it.
  int exit_code = 0;
  bool signalled = false;
  std::string out;
  std::string err;
};

/// Runs a program to its end with posix_spawn, in its own process group and with no stray
/// descriptors; both pipes are drained. A non-zero exit is a result, not an error. Errors:
/// ProcessFailed (cannot start), ProcessTimeout (the whole group was killed), TooLarge (killed
/// too). Blocks the calling thread; any thread may call it.
Result<ProcessOutput> run_process(const ProcessSpec& spec);

}  // namespace pumuki
