#include "server/program/stop_watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

namespace pumuki::program {
namespace {

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

/// Reads away what has arrived; true at the end of input.
bool input_ended() {
  std::array<char, 512> buffer{};
  return ::read(STDIN_FILENO, buffer.data(), buffer.size()) <= 0;
}

/// Takes the signal off the process, which would otherwise keep it for the next watch.
void take_signal(int fd) {
  signalfd_siginfo info{};
  [[maybe_unused]] const auto taken = ::read(fd, &info, sizeof info);
}

}  // namespace

StopWatch::StopWatch() {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  signals_.reset(signalfd(-1, &set, SFD_CLOEXEC));
  quit_.reset(eventfd(0, EFD_CLOEXEC));
}

StopWatch::~StopWatch() { end(); }

void StopWatch::end() {
  if (thread_.joinable()) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(quit_.get(), &one, sizeof one);
    thread_.join();
  }
}

void StopWatch::start(bool watch_input, std::function<void()> on_stop) {
  thread_ = std::thread([this, watch_input, on_stop = std::move(on_stop)] {
    if (wait(watch_input)) {
      on_stop();
    }
  });
}

bool StopWatch::wait(bool watch_input) const {
  std::array<pollfd, 3> sources{{{signals_.get(), POLLIN, 0},
                                 {quit_.get(), POLLIN, 0},
                                 {watch_input ? STDIN_FILENO : -1, POLLIN, 0}}};
  while (true) {
    if (::poll(sources.data(), sources.size(), -1) < 0) {
      continue;
    }
    if (sources[1].revents != 0) {
      return false;
    }
    if (sources[0].revents != 0) {
      take_signal(signals_.get());
      return true;
    }
    if (sources[2].revents != 0 && input_ended()) {
      return true;
    }
  }
}

}  // namespace pumuki::program
