#pragma once

#include "gate/core/environment.h"
#include "gate/core/fd.h"
#include "gate/core/process.h"
#include "tests/support/temp_dir.h"

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::test {

struct ProgramSpec {
  /// argv[0] is a path, or a name in PATH.
  std::vector<std::string> argv;
  Environment environment;
  std::string cwd;
};

/// A program that runs beside the test, for example a server. Ended by its process id in the
/// destructor: SIGTERM, and SIGKILL when that does not help within five seconds. Standard error
/// goes to a file, so a chatty program never blocks. One thread at a time.
class ChildProcess {
 public:
  static constexpr std::chrono::milliseconds k_patience{20'000};

  explicit ChildProcess(const ProgramSpec& spec);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// The next line of standard output without its newline. Throws when the output ends or nothing
  /// comes in time; what standard error holds is part of the text.
  std::string read_line(std::chrono::milliseconds patience = k_patience);
  /// Standard output up to its end.
  std::string read_rest(std::chrono::milliseconds patience = k_patience);
  /// The digits after the last ':' of the first line ("http://127.0.0.1:4711"). Reads that line on
  /// the first call.
  int port();
  void write(std::string_view bytes);
  void close_input();
  void send_signal(int number) const;
  /// Exit status, 128 + number when a signal ended it; nothing when it still runs afterwards.
  std::optional<int> wait(std::chrono::milliseconds patience = k_patience);
  [[nodiscard]] std::string error_text() const;
  /// 0 once it has ended.
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  /// False at the end of the output.
  bool fill(std::chrono::steady_clock::time_point end);

  std::unique_ptr<TempDir> temp_;
  pid_t pid_ = 0;
  std::optional<int> status_;
  UniqueFd input_;
  UniqueFd output_;
  std::string buffer_;
  int port_ = 0;
};

/// Starts a program and keeps it.
ChildProcess run_program(const ProgramSpec& spec);
/// Runs a program to its end. Throws when it cannot be started or takes over a minute.
ProcessOutput run_to_end(const ProgramSpec& spec, std::string input = {});

}  // namespace pumuki::test
