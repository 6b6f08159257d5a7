#include "server/http/socket_writer.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace pumuki::http {
namespace {

using std::chrono::milliseconds;

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

bool SocketWriter::wait_writable() {
  const std::chrono::seconds at_slowest_rate{sent_ / k_min_write_bytes_per_second};
  const auto left =
      started_ + k_write_base_limit + at_slowest_rate - std::chrono::steady_clock::now();
  const auto limit =
      std::min<milliseconds>(k_write_stall_limit, std::chrono::duration_cast<milliseconds>(left));
  if (limit.count() <= 0) {
    return false;
  }
  pollfd entry{fd_, POLLOUT, 0};
  const int ready = ::poll(&entry, 1, static_cast<int>(limit.count()));
  return ready > 0 ? (entry.revents & POLLERR) == 0 : ready < 0 && errno == EINTR;
}

}  // namespace pumuki::http
