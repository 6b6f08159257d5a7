#include "tests/support/http_client.h"

#include "gate/core/text.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace pumuki::test {
namespace {

bool has_header(const HttpHeaders& headers, std::string_view name) {
  return std::ranges::any_of(
      headers, [&](const auto& header) { return ascii_lower(header.first) == ascii_lower(name); });
}

std::string request_text(const HttpCall& call, int port) {
  std::string text = call.method + ' ' + call.target + " HTTP/1.1\r\n";
  if (!has_header(call.headers, "host")) {
    text += "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
  }
  if (!call.body.empty() && !has_header(call.headers, "content-length")) {
    text += "Content-Length: " + std::to_string(call.body.size()) + "\r\n";
  }
  for (const auto& [name, value] : call.headers) {
    text += name + ": " + value + "\r\n";
  }
  return text + "\r\n" + call.body;
}

std::size_t number(std::string_view text, int base) {
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (read.ec != std::errc{}) {
    throw std::runtime_error{"not a number in the reply: " + std::string{text}};
  }
  return value;
}

}  // namespace

std::optional<std::string> HttpReply::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (ascii_lower(key) == ascii_lower(name)) {
      return value;
    }
  }
  return std::nullopt;
}

LoopbackConnection::LoopbackConnection(int port)
    : port_{port}, fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = ::htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  sockaddr generic{};
  static_assert(sizeof generic == sizeof address);
  std::memcpy(&generic, &address, sizeof generic);
  if (::connect(fd_.get(), &generic, sizeof generic) != 0) {
    throw std::runtime_error{"cannot connect to port " + std::to_string(port) + ": " +
                             std::strerror(errno)};
  }
  const int on = 1;
  ::setsockopt(fd_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void LoopbackConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      throw std::runtime_error{std::string{"send: "} + std::strerror(errno)};
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void LoopbackConnection::finish_sending() { ::shutdown(fd_.get(), SHUT_WR); }

HttpReply LoopbackConnection::exchange(const HttpCall& call) {
  send(request_text(call, port_));
  return read_reply(call.method == "HEAD");
}

bool LoopbackConnection::fill(std::chrono::milliseconds patience) {
  pollfd watched{fd_.get(), POLLIN, 0};
  if (::poll(&watched, 1, static_cast<int>(patience.count())) == 0) {
    throw std::runtime_error{"no answer in time; so far: " + buffer_};
  }
  std::array<char, 65536> bytes{};
  const ssize_t got = ::recv(fd_.get(), bytes.data(), bytes.size(), 0);
  if (got > 0) {
    buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return got > 0;
}

std::string LoopbackConnection::take(std::size_t size) {
  while (buffer_.size() < size) {
    if (!fill(k_patience)) {
      throw std::runtime_error{"the reply ends early: " + buffer_};
    }
  }
  std::string result = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return result;
}

std::string LoopbackConnection::take_line() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!fill(k_patience)) {
      throw std::runtime_error{"the reply ends early: " + buffer_};
    }
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

std::string LoopbackConnection::take_chunked() {
  std::string body;
  while (true) {
    const std::size_t size = number(take_line(), 16);
    body += take(size);
    if (size == 0) {
      while (!take_line().empty()) {
      }
      return body;
    }
    take_line();
  }
}

std::string LoopbackConnection::take_body(const HttpReply& reply, bool to_head) {
  if (to_head || reply.status == 204 || reply.status == 304) {
    return {};
  }
  if (const auto encoding = reply.header("transfer-encoding");
      encoding && ascii_lower(*encoding).ends_with("chunked")) {
    return take_chunked();
  }
  if (const auto length = reply.header("content-length")) {
    return take(number(*length, 10));
  }
  return read_until_closed();
}

HttpReply LoopbackConnection::read_reply(bool to_head) {
  HttpReply reply;
  const std::string status = take_line();
  if (!status.starts_with("HTTP/1.") || status.size() < 12) {
    throw std::runtime_error{"not a status line: " + status};
  }
  reply.status = static_cast<int>(number(std::string_view{status}.substr(9, 3), 10));
  for (std::string line = take_line(); !line.empty(); line = take_line()) {
    const auto colon = std::min(line.find(':'), line.size());
    const std::string_view rest = std::string_view{line}.substr(std::min(colon + 1, line.size()));
    reply.headers.emplace_back(line.substr(0, colon), trim(rest));
  }
  reply.body = take_body(reply, to_head);
  return reply;
}

std::string LoopbackConnection::read_until_closed(std::chrono::milliseconds silence) {
  try {
    while (fill(silence)) {
    }
  } catch (const std::runtime_error&) {
    // Silence ends the answer too.
  }
  return std::exchange(buffer_, {});
}

bool LoopbackConnection::closed_by_peer(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd watched{fd_.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&watched, 1, static_cast<int>(left.count())) == 0) {
      return false;
    }
    if (!fill(left)) {
      return true;
    }
  }
}

HttpReply http_request(int port, const HttpCall& call) {
  return LoopbackConnection{port}.exchange(call);
}

HttpReply http_get(int port, const std::string& target, HttpHeaders headers) {
  return http_request(
      port, {.method = "GET", .target = target, .headers = std::move(headers), .body = {}});
}

HttpReply http_post(int port, const std::string& target, std::string body, HttpHeaders headers) {
  return http_request(
      port,
      {.method = "POST", .target = target, .headers = std::move(headers), .body = std::move(body)});
}

std::string raw_exchange(int port, std::string_view bytes, std::chrono::milliseconds silence) {
  LoopbackConnection connection{port};
  connection.send(bytes);
  return connection.read_until_closed(silence);
}

}  // namespace pumuki::test
