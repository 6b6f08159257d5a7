#include "bridges/mcp/stdio_host.h"

#include "bridges/mcp/line_reader.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <utility>
#include <vector>

namespace pumuki::mcp {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t k_read_bytes = std::size_t{64} << 10;
/// While something is waited for that has no descriptor.
constexpr milliseconds k_tick{5};

enum class End { Input, Signal, Reader, Parent };

class Host {
 public:
  Host(HostDescriptors descriptors, Dispatcher& dispatcher, LineWriter& writer)
      : descriptors_(descriptors),
        dispatcher_(dispatcher),
        writer_(writer),
        session_(std::make_shared<Session>(borrowed(writer))) {}

  End read_messages() {
    while (true) {
      std::array<pollfd, 3> watched{
          {{descriptors_.in, POLLIN, 0},
           {descriptors_.signals, POLLIN, 0},
           {descriptors_.out, 0, 0}}};  // reports only that the reader is gone
      ::poll(watched.data(), watched.size(), static_cast<int>(limits_.parent_check.count()));
      if ((watched[1].revents & POLLIN) != 0 && signal_number()) {
        return End::Signal;
      }
      if (watched[2].revents != 0 || writer_.failed()) {
        return End::Reader;
      }
      if (watched[0].revents != 0) {
        silent_orphan_ = false;
        if (!read_some()) {
          return End::Input;
        }
      } else if (orphaned()) {
        return End::Parent;
      }
    }
  }

  /// False when a second signal arrived.
  bool finish_calls() {
    const auto end = Clock::now() + limits_.finish_calls;
    while (!dispatcher_.idle() && Clock::now() < end && !writer_.failed()) {
      if (interrupted(k_tick)) {
        return false;
      }
    }
    return true;
  }

  bool drain() {
    const auto start = Clock::now();
    while (!writer_.drained() && !writer_.failed()) {
      const auto now = Clock::now();
      const auto since = std::max(start, writer_.last_progress());
      if (now - since > limits_.silent_reader || now - start > limits_.drain_total) {
        return true;
      }
      if (interrupted(k_tick)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool read_some() {
    const ssize_t count = ::read(descriptors_.in, buffer_.data(), buffer_.size());
    if (count > 0) {
      reader_.feed({buffer_.data(), static_cast<std::size_t>(count)});
      return true;
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
      return true;
    }
    reader_.finish();
    return false;
  }

  /// The parent changed and a whole period went by without input, and nothing is being done.
  bool orphaned() {
    if (::getppid() == parent_ || !dispatcher_.idle()) {
      return false;
    }
    return std::exchange(silent_orphan_, true);
  }

  [[nodiscard]] std::optional<int> signal_number() const {
    signalfd_siginfo info{};
    return ::read(descriptors_.signals, &info, sizeof info) == sizeof info
               ? std::optional{static_cast<int>(info.ssi_signo)}
               : std::nullopt;
  }

  [[nodiscard]] bool interrupted(milliseconds wait) const {
    pollfd watched{descriptors_.signals, POLLIN, 0};
    return ::poll(&watched, 1, static_cast<int>(wait.count())) == 1 && signal_number();
  }

  const HostLimits limits_{};
  HostDescriptors descriptors_;
  Dispatcher& dispatcher_;
  LineWriter& writer_;
  const SessionPointer session_;
  LineReader reader_{{[this](std::string_view line) { dispatcher_.handle_line(session_, line); },
                      [this] { dispatcher_.refuse_long_line(session_); }}};
  std::vector<char> buffer_ = std::vector<char>(k_read_bytes);
  pid_t parent_ = ::getppid();
  bool silent_orphan_ = false;
};

}  // namespace

int serve(HostDescriptors descriptors, Dispatcher& dispatcher, LineWriter& writer,
          const std::function<void()>& stop_service) {
  Host host{descriptors, dispatcher, writer};
  const End end = host.read_messages();
  bool patient = true;
  if (end == End::Input) {
    patient = host.finish_calls();
  }
  dispatcher.close();
  stop_service();
  if (patient) {
    patient = host.drain();
  }
  return patient ? 0 : 128 + SIGTERM;
}

}  // namespace pumuki::mcp
