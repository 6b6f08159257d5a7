#include "tests/unit/bridges/stdio/fake_http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace pumuki::stdio::test {
namespace {

constexpr int k_poll_ms = 5;

bool readable(int fd) {
  pollfd watched{fd, POLLIN, 0};
  return ::poll(&watched, 1, k_poll_ms) == 1;
}

UniqueFd listen_on_loopback(bool ipv6) {
  UniqueFd fd{::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_addr = in6addr_loopback;
  const int bound = ipv6 ? ::bind(fd.get(), reinterpret_cast<sockaddr*>(&six), sizeof six)
                         : ::bind(fd.get(), reinterpret_cast<sockaddr*>(&four), sizeof four);
  if (bound != 0 || ::listen(fd.get(), 128) != 0) {
    throw std::runtime_error{"cannot listen on loopback"};
  }
  return fd;
}

std::uint16_t port_of(int fd) {
  sockaddr_in6 address{};
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin6_port);
}

std::size_t length_of_body(const std::string& head) {
  const std::size_t at = head.find("Content-Length: ");
  return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + 16, nullptr, 10);
}

}  // namespace

void Exchange::reply(int status, std::string_view json, std::string_view content_type) {
  raw("HTTP/1.1 " + std::to_string(status) +
      " Status\r\nContent-Type: " + std::string{content_type} +
      "\r\nContent-Length: " + std::to_string(json.size()) + "\r\n\r\n" + std::string{json});
}

void Exchange::raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      closed_ = true;
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Exchange::trickle(std::string_view bytes) {
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  for (const char c : bytes) {
    raw({&c, 1});
  }
}

void Exchange::hang() {
  std::array<char, 256> ignored{};
  while (!stopping_) {
    if (readable(fd_) && ::recv(fd_, ignored.data(), ignored.size(), 0) <= 0) {
      break;
    }
  }
  closed_ = true;
}

FakeHttpServer::FakeHttpServer(Handler handler, bool ipv6)
    : handler_(std::move(handler)),
      listener_(listen_on_loopback(ipv6)),
      acceptor_([this] { accept_loop(); }) {
  port_ = port_of(listener_.get());
}

std::vector<std::string> FakeHttpServer::requests() {
  const std::scoped_lock lock{mutex_};
  return requests_;
}

std::vector<std::string> FakeHttpServer::bodies() {
  const std::scoped_lock lock{mutex_};
  return bodies_;
}

std::vector<std::string> FakeHttpServer::heads() {
  const std::scoped_lock lock{mutex_};
  return heads_;
}

void FakeHttpServer::stop() {
  stopping_ = true;
  if (acceptor_.joinable()) {
    acceptor_.join();
  }
  for (std::thread& connection : connections_) {
    connection.join();
  }
  connections_.clear();
  listener_.reset();
}

void FakeHttpServer::accept_loop() {
  while (!stopping_) {
    if (!readable(listener_.get())) {
      continue;
    }
    const int fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) {
      connections_.emplace_back([this, fd] { serve(fd); });
    }
  }
}

void FakeHttpServer::serve(int fd) {
  const UniqueFd owner{fd};
  std::string buffer;
  bool open = true;
  while (open) {
    Exchange exchange{fd, stopping_};
    open = read_request(fd, buffer, exchange);
    if (open) {
      handler_(exchange);
      open = !exchange.closed();
    }
  }
}

bool FakeHttpServer::read_request(int fd, std::string& buffer, Exchange& exchange) {
  std::array<char, 4096> bytes{};
  while (!stopping_) {
    const std::size_t head = buffer.find("\r\n\r\n");
    const std::size_t total =
        head == std::string::npos ? 0 : head + 4 + length_of_body(buffer.substr(0, head + 4));
    if (total > 0 && buffer.size() >= total) {
      const std::size_t method = buffer.find(' ');
      exchange.method = buffer.substr(0, method);
      exchange.target = buffer.substr(method + 1, buffer.find(' ', method + 1) - method - 1);
      exchange.head = buffer.substr(0, head);
      exchange.body = buffer.substr(head + 4, total - head - 4);
      buffer.erase(0, total);
      const std::scoped_lock lock{mutex_};
      requests_.push_back(exchange.method + " " + exchange.target);
      heads_.push_back(exchange.head);
      if (!exchange.body.empty()) {
        bodies_.push_back(exchange.body);
      }
      return true;
    }
    if (readable(fd)) {
      const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
      if (count <= 0) {
        return false;
      }
      buffer.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
  return false;
}

}  // namespace pumuki::stdio::test
