#include "server/http/socket_writer.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace pumuki::http {
namespace {

/// How often a waiting writer looks whether the client still takes bytes.
constexpr std::chrono::milliseconds k_write_check{500};

iovec part_of(std::string_view text) { return {const_cast<char*>(text.data()), text.size()}; }

}  // namespace

SocketWriter::SocketWriter(int fd) : fd_(fd), started_(std::chrono::steady_clock::now()) {}

bool SocketWriter::send(std::string_view first, std::string_view second) {
  while (!failed_ && (!first.empty() || !second.empty())) {
    std::array<iovec, 2> parts{part_of(first), part_of(second)};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const auto count = ::sendmsg(fd_, &message, MSG_NOSIGNAL);
    if (count < 0) {
      failed_ = errno != EINTR && (errno != EAGAIN || !wait_writable());
      continue;
    }
    const auto taken = static_cast<std::size_t>(count);
    sent_ += taken;
    const auto of_first = std::min(taken, first.size());
    first.remove_prefix(of_first);
    second.remove_prefix(taken - of_first);
  }
  return !failed_;
}

bool SocketWriter::client_is_there() const {
  pollfd entry{fd_, POLLRDHUP, 0};
  return !failed_ && ::poll(&entry, 1, 0) == 0;
}

void SocketWriter::begin_piece() {
  sent_ = 0;
  started_ = std::chrono::steady_clock::now();
}

bool SocketWriter::wait_writable() {
  using std::chrono::steady_clock;
  const std::chrono::seconds at_slowest_rate{sent_ / k_min_write_bytes_per_second};
  const auto end = started_ + k_write_base_limit + at_slowest_rate;
  auto progress = steady_clock::now();
  int queued = unsent_bytes();
  for (auto now = progress; now < end && now - progress < k_write_stall_limit;
       now = steady_clock::now()) {
    pollfd entry{fd_, POLLOUT, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(k_write_check.count()));
    if (ready > 0) {
      return (entry.revents & POLLERR) == 0;
    }
    // A large socket buffer reports room only after a good part of it went out: a client that
    // takes bytes slowly is not one that has stopped.
    if (const int still_queued = unsent_bytes(); still_queued < queued) {
      queued = still_queued;
      progress = steady_clock::now();
    }
  }
  return false;
}

int SocketWriter::unsent_bytes() const {
  int count = 0;
  ::ioctl(fd_, SIOCOUTQ, &count);
  return count;
}

}  // namespace pumuki::http
