#include "server/http/listener.h"

#include "gate/core/fd.h"
#include "server/http/admission.h"
#include "server/http/connection_table.h"
#include "server/http/limits.h"
#include "server/http/listening_socket.h"
#include "server/http/worker_pool.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

namespace pumuki::http {
namespace {

/// When neither a descriptor nor a connection to give up is left.
constexpr std::chrono::milliseconds k_accept_pause{50};
/// Then deadlines get their turn.
constexpr int k_accept_batch = 256;

/// The thread of run() accepts and keeps deadlines; everything else happens in the worker pool.
class EpollListener final : public Listener {
 public:
  EpollListener(ListeningSocket socket, Admission admission, UniqueFd epoll, UniqueFd stop_event)
      : socket_(std::move(socket)),
        admission_(std::move(admission)),
        epoll_(std::move(epoll)),
        stop_event_(std::move(stop_event)),
        connections_(epoll_.get()),
        workers_({epoll_.get(), socket_.fd.get(), &connections_, &admission_}) {}

  [[nodiscard]] std::uint16_t port() const override { return socket_.port; }

  void run() override {
    if (workers_.grow()) {
      while (wait_for_connections()) {
        accept_some();
        drop_expired();
      }
    }
    finish();
  }

  void stop() override {
    const std::uint64_t one = 1;
    // An eventfd takes 2^64 - 2 of these.
    [[maybe_unused]] const auto written = ::write(stop_event_.get(), &one, sizeof(one));
  }

 private:
  /// False when stop() was called. Sleeps without limit while nobody is connected.
  bool wait_for_connections() {
    std::array<pollfd, 2> entries{{{socket_.fd.get(), POLLIN, 0}, {stop_event_.get(), POLLIN, 0}}};
    const int limit = connections_.empty() ? -1 : static_cast<int>(k_sweep_interval.count());
    ::poll(entries.data(), entries.size(), limit);
    return entries[1].revents == 0;
  }

  void accept_some() {
    for (int i = 0; i < k_accept_batch; ++i) {
      UniqueFd fd{::accept4(socket_.fd.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
      if (fd.valid()) {
        connections_.add(std::move(fd));
        continue;
      }
      const bool exhausted = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
      if (!exhausted) {
        return;
      }
      if (!connections_.close_oldest_waiting()) {
        std::this_thread::sleep_for(k_accept_pause);
        return;
      }
    }
  }

  void drop_expired() {
    // While every thread is busy, what clients have sent is waiting for us, not we for them.
    if (!workers_.attentive()) {
      return;
    }
    constexpr std::string_view k_timeout =
        "HTTP/1.1 408 Request Timeout\r\nCache-Control: no-store\r\nConnection: close\r\n"
        "Content-Length: 0\r\n\r\n";
    for (auto& connection : connections_.take_expired(std::chrono::steady_clock::now())) {
      if (connection->conversation.wait() == Conversation::Wait::Request) {
        ::send(connection->fd.get(), k_timeout.data(), k_timeout.size(),
               MSG_NOSIGNAL | MSG_DONTWAIT);
      }
      connections_.close(std::move(connection));
    }
  }

  void finish() {
    socket_.fd.reset();
    stop();
    connections_.stop();
    if (!connections_.wait_until_empty(k_stop_grace)) {
      connections_.break_taken();
    }
    workers_.join();
  }

  ListeningSocket socket_;
  const Admission admission_;
  UniqueFd epoll_;
  UniqueFd stop_event_;
  ConnectionTable connections_;
  WorkerPool workers_;
};

}  // namespace

Result<std::unique_ptr<Listener>> Listener::open(ListenerOptions options,
                                                 std::vector<Route> routes) {
  auto socket = listen_on(options);
  if (!socket) {
    return fail(std::move(socket.error()));
  }
  UniqueFd epoll{::epoll_create1(EPOLL_CLOEXEC)};
  UniqueFd stop_event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = 0;
  if (!epoll.valid() || !stop_event.valid() ||
      ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, stop_event.get(), &event) != 0) {
    return fail(Code::Internal, "the system refuses another descriptor");
  }
  return std::make_unique<EpollListener>(std::move(*socket), Admission{options, std::move(routes)},
                                         std::move(epoll), std::move(stop_event));
}

}  // namespace pumuki::http
