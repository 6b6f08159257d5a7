#include "bridges/stdio/http_client.h"

#include "gate/core/fd.h"
#include "gate/core/version.h"

#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace pumuki::stdio {
namespace {

using Clock = std::chrono::steady_clock;

/// The library collects status line and headers without a limit of its own.
constexpr std::size_t k_max_head_bytes = std::size_t{64} << 10;
/// Body bytes with the largest sensible overhead of chunks.
constexpr std::size_t k_max_wire_bytes = 8 * k_max_reply_bytes;

std::string lost(const Address& address, std::string_view what) {
  return "The server at " + text_of(address) + " " + std::string{what} + ".";
}

/// A socket whose waits end early when the call is stopped.
class Wire {
 public:
  Wire(UniqueFd socket, const mcp::CallContext& context)
      : socket_(std::move(socket)),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        deadline_(context.deadline),
        stopped_(context.stop, [fd = wake_.get()] { ::eventfd_write(fd, 1); }) {}

  [[nodiscard]] int fd() const { return socket_.get(); }

  /// Nothing, or why the wait ended without the event.
  [[nodiscard]] std::optional<HttpFault> wait(short event, Clock::time_point until) const {
    while (true) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(std::min(until, deadline_) - Clock::now());
      if (left.count() <= 0) {
        return HttpFault::Deadline;
      }
      std::array<pollfd, 2> watched{{{fd(), event, 0}, {wake_.get(), POLLIN, 0}}};
      const int ready =
          ::poll(watched.data(), watched.size(), static_cast<int>(std::min(left.count(), 60'000L)));
      if (ready > 0 && watched[1].revents != 0) {
        return HttpFault::Cancelled;
      }
      if (ready > 0 && watched[0].revents != 0) {
        return std::nullopt;
      }
    }
  }

  [[nodiscard]] std::optional<HttpFault> wait(short event) const { return wait(event, deadline_); }

 private:
  UniqueFd socket_;
  UniqueFd wake_;
  Clock::time_point deadline_;
  std::stop_callback<std::function<void()>> stopped_;
};

/// The library's view of the wire, with a byte budget.
class BudgetStream final : public httplib::Stream {
 public:
  explicit BudgetStream(const Wire& wire) : wire_(wire) {}

  void set_budget(std::size_t bytes) { budget_ = bytes; }
  [[nodiscard]] std::optional<HttpFault> fault() const { return fault_; }
  [[nodiscard]] bool sent() const { return sent_; }

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return true; }

  ssize_t read(char* to, std::size_t size) override {
    if (begin_ == end_ && !refill()) {
      return fault_ ? -1 : 0;
    }
    const std::size_t count = std::min(size, end_ - begin_);
    std::memcpy(to, buffer_.data() + begin_, count);
    begin_ += count;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* from, std::size_t size) override {
    if (const auto fault = wire_.wait(POLLOUT)) {
      return fail_with(*fault);
    }
    sent_ = true;
    const ssize_t count = ::send(wire_.fd(), from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    return count >= 0 ? count : fail_with(HttpFault::Interrupted);
  }

  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  [[nodiscard]] socket_t socket() const override { return wire_.fd(); }

 private:
  bool refill() {
    if (const auto fault = wire_.wait(POLLIN)) {
      fail_with(*fault);
      return false;
    }
    const ssize_t count = ::recv(wire_.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (count < 0) {
      fail_with(HttpFault::Interrupted);
    }
    if (count <= 0) {
      return false;
    }
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    if (end_ > budget_) {
      fail_with(HttpFault::TooLarge);
      return false;
    }
    budget_ -= end_;
    return true;
  }

  ssize_t fail_with(HttpFault fault) {
    fault_ = fault;
    return -1;
  }

  const Wire& wire_;
  std::size_t budget_ = k_max_head_bytes;
  std::array<char, 16384> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool sent_ = false;
  std::optional<HttpFault> fault_;
};

/// Opens up the library's function for one exchange over a given stream; its own connection
/// handling (names, proxies, redirects, retries) stays unused.
class Exchange final : public httplib::ClientImpl {
 public:
  explicit Exchange(const Address& address) : ClientImpl(address.host, address.port) {
    set_url_encode(false);
    set_decompress(false);
  }
  bool run(httplib::Stream& stream, httplib::Request& request, httplib::Response& response) {
    auto error = httplib::Error::Success;
    return process_request(stream, request, response, false, error);
  }
};

class Connection final : public HttpConnection {
 public:
  Connection(Address address, UniqueFd socket, const mcp::CallContext& context)
      : address_(std::move(address)), wire_(std::move(socket), context), exchange_(address_) {}

  std::optional<HttpFault> wait_connected() const {
    if (const auto fault = wire_.wait(POLLOUT, Clock::now() + k_connect_timeout)) {
      return fault == HttpFault::Cancelled ? fault : HttpFault::Refused;
    }
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(wire_.fd(), SOL_SOCKET, SO_ERROR, &error, &size);
    return error == 0 ? std::nullopt : std::optional{HttpFault::Refused};
  }

  std::expected<HttpReply, HttpFailure> send(const HttpRequest& request) override {
    BudgetStream stream{wire_};
    HttpReply reply;
    bool too_large = false;
    httplib::Request asked = library_request(request);
    asked.response_handler = [&](const httplib::Response&) {
      stream.set_budget(k_max_wire_bytes);
      return true;
    };
    asked.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
      too_large = too_large || reply.body.size() + size > k_max_reply_bytes;
      if (!too_large) {
        reply.body.append(data, size);
      }
      return !too_large;
    };
    httplib::Response answer;
    const bool complete = exchange_.run(stream, asked, answer);
    if (too_large) {
      return failure(HttpFault::TooLarge, stream.sent());
    }
    if (!complete) {
      return failure(stream.fault().value_or(HttpFault::Interrupted), stream.sent());
    }
    reply.status = answer.status;
    reply.content_type = answer.get_header_value("Content-Type");
    reply.keeps_open =
        answer.version == "HTTP/1.1" && answer.get_header_value("Connection") != "close";
    return reply;
  }

  [[nodiscard]] bool usable() const override {
    pollfd watched{wire_.fd(), POLLIN | POLLRDHUP, 0};
    return ::poll(&watched, 1, 0) == 0;
  }

  [[nodiscard]] std::unexpected<HttpFailure> failure(HttpFault fault, bool sent) const {
    return std::unexpected{HttpFailure{fault, sent, lost(address_, words(fault))}};
  }

 private:
  static std::string words(HttpFault fault) {
    switch (fault) {
      case HttpFault::Refused:
        return "does not accept connections";
      case HttpFault::Deadline:
        return "did not answer within the time limit";
      case HttpFault::Cancelled:
        return "was not waited for, the call was stopped";
      case HttpFault::TooLarge:
        return "sent more than " + std::to_string(k_max_reply_bytes) +
               " bytes, the limit of a reply";
      case HttpFault::Interrupted:
        break;
    }
    return "closed the connection before its answer was complete";
  }

  static httplib::Request library_request(const HttpRequest& request) {
    httplib::Request asked;
    asked.method = request.method;
    asked.path = request.target;
    asked.set_header("Accept", "application/json");
    asked.set_header("Accept-Encoding", "identity");
    asked.set_header("User-Agent", "pumuki-bridge/" + std::string{product_version()});
    if (!request.body.empty()) {
      asked.set_header("Content-Type", "application/json");
      asked.body = request.body;
    }
    return asked;
  }

  Address address_;
  Wire wire_;
  Exchange exchange_;
};

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

SocketAddress socket_address(const Address& address) {
  SocketAddress result;
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, address.host.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(address.port);
    std::memcpy(&result.storage, &four, sizeof four);
    result.size = sizeof four;
  } else if (::inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(address.port);
    std::memcpy(&result.storage, &six, sizeof six);
    result.size = sizeof six;
  }
  return result;
}

/// A socket that is connected or about to be; invalid when that failed at once.
UniqueFd begin_connect(const Address& address) {
  const SocketAddress target = socket_address(address);
  UniqueFd fd{::socket(target.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (!fd.valid()) {
    return fd;
  }
  const int on = 1;
  ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // The socket interface wants the general address type.
  const auto* general = reinterpret_cast<const sockaddr*>(&target.storage);
  if (::connect(fd.get(), general, target.size) != 0 && errno != EINPROGRESS) {
    fd.reset();
  }
  return fd;
}

}  // namespace

std::expected<std::unique_ptr<HttpConnection>, HttpFailure> HttpConnection::open(
    const Address& address, const mcp::CallContext& context) {
  UniqueFd socket = begin_connect(address);
  if (!socket.valid()) {
    return std::unexpected{
        HttpFailure{HttpFault::Refused, false, lost(address, "does not accept connections")}};
  }
  auto connection = std::make_unique<Connection>(address, std::move(socket), context);
  if (const auto fault = connection->wait_connected()) {
    return connection->failure(*fault, false);
  }
  return connection;
}

}  // namespace pumuki::stdio
