#include "gate/cli/progress.h"

#include "gate/cli/output.h"
#include "gate/verdict/verdict_text.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

namespace pumuki::cli {
namespace {

constexpr std::chrono::milliseconds k_quiet_for{1000};
constexpr std::chrono::milliseconds k_between_lines{250};
constexpr std::string_view k_wipe = "\r\x1b[K";

bool is_terminal(const Environment& environment) {
  const auto kind = environment.get("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind && *kind != "dumb" && !environment.get("CI");
}

/// Blocks all signals for the threads that start during its life: the handlers of the main thread
/// stay its own.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

Progress::Progress(const Environment& environment)
    : wanted_{is_terminal(environment)},
      begin_{std::chrono::steady_clock::now()},
      step_{"looking at the repository"} {
  if (!wanted_) {
    return;
  }
  const SignalsBlocked blocked;
  try {
    writer_ = std::thread{[this] { run(); }};
  } catch (const std::system_error&) {
    wanted_ = false;  // no thread, no line
  }
}

Progress::~Progress() {
  if (!writer_.joinable()) {
    return;
  }
  {
    const std::lock_guard lock{mutex_};
    ends_ = true;
  }
  changed_.notify_one();
  writer_.join();
}

collect::Progress Progress::callback() {
  if (!wanted_) {
    return {};
  }
  return [this](std::string_view step, std::size_t done, std::size_t total) {
    tell(step, done, total);
  };
}

void Progress::tell(std::string_view step, std::size_t done, std::size_t total) {
  const std::lock_guard lock{mutex_};
  step_ = step;
  done_ = done;
  total_ = total;
}

std::string Progress::line() const {
  std::string line = std::string{k_wipe} + "pumuki: " + verdict::printable(step_);
  if (total_ > 0) {
    line += " " + std::to_string(done_) + "/" + std::to_string(total_);
  }
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin_);
  return line + "  " + std::to_string(seconds.count()) + " s";
}

void Progress::run() {
  std::unique_lock lock{mutex_};
  if (changed_.wait_for(lock, k_quiet_for, [this] { return ends_; })) {
    return;
  }
  do {
    print_error(line());
  } while (!changed_.wait_for(lock, k_between_lines, [this] { return ends_; }));
  print_error(k_wipe);
}

}  // namespace pumuki::cli
