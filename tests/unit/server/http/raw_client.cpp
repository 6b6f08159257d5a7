#include "tests/unit/server/http/raw_client.h"

#include "gate/core/text.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace pumuki::http::test {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

RunningServer::RunningServer(ListenerOptions options, std::vector<Route> extra) {
  std::vector<Route> routes = std::move(extra);
  routes.push_back({"GET", "/health", [](const Request&) {
                      return json_reply(200, std::string{R"({"status":"ok"})"});
                    }});
  routes.push_back({"GET", "/query", [](const Request& request) {
                      return json_reply(200, "\"" + request.query + "\"");
                    }});
  routes.push_back(
      {"POST", "/echo", [](const Request& request) { return json_reply(200, request.body); }});
  auto opened = Listener::open(std::move(options), std::move(routes));
  if (!opened) {
    throw std::runtime_error(describe(opened.error()));
  }
  listener_ = std::move(*opened);
  thread_ = std::thread{[this] { listener_->run(); }};
}

RunningServer::~RunningServer() { stop(); }

void RunningServer::stop() {
  if (thread_.joinable()) {
    listener_->stop();
    thread_.join();
  }
}

RawClient::RawClient(std::uint16_t port, bool ipv6) {
  fd_.reset(::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  six.sin6_addr = in6addr_loopback;
  const auto* address =
      ipv6 ? reinterpret_cast<const sockaddr*>(&six) : reinterpret_cast<const sockaddr*>(&four);
  const int on = 1;
  ::setsockopt(fd_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  if (::connect(fd_.get(), address, ipv6 ? sizeof(six) : sizeof(four)) != 0) {
    fd_.reset();
  }
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void RawClient::half_close() { ::shutdown(fd_.get(), SHUT_WR); }

void RawClient::reset() {
  const linger now{1, 0};
  ::setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  fd_.reset();
}

bool RawClient::receive_some(steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
  pollfd entry{fd_.get(), POLLIN, 0};
  if (ended_ || left.count() <= 0 || ::poll(&entry, 1, static_cast<int>(left.count())) <= 0) {
    return false;
  }
  std::array<char, 65536> bytes{};
  const auto count = ::recv(fd_.get(), bytes.data(), bytes.size(), 0);
  ended_ = count <= 0;
  if (count > 0) {
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return count > 0;
}

std::string RawClient::answer(milliseconds limit, bool without_body) {
  const auto deadline = steady_clock::now() + limit;
  while (true) {
    const auto head = received_.find("\r\n\r\n");
    if (head != std::string::npos) {
      const auto length =
          without_body ? 0
                       : std::strtoull(header_of(received_, "Content-Length").c_str(), nullptr, 10);
      if (received_.size() >= head + 4 + length) {
        std::string result = received_.substr(0, head + 4 + length);
        received_.erase(0, head + 4 + length);
        return result;
      }
    }
    if (!receive_some(deadline)) {
      return std::exchange(received_, {});
    }
  }
}

std::string RawClient::read_to_end(milliseconds limit) {
  const auto deadline = steady_clock::now() + limit;
  while (receive_some(deadline)) {
  }
  return std::exchange(received_, {});
}

bool RawClient::closed(milliseconds limit) {
  const auto deadline = steady_clock::now() + limit;
  while (receive_some(deadline)) {
  }
  return ended_;
}

std::string talk(std::uint16_t port, std::string_view bytes, milliseconds limit) {
  RawClient client{port};
  client.send(bytes);
  return client.read_to_end(limit);
}

int status_of(std::string_view answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::atoi(std::string{answer.substr(9, 3)}.c_str()) : 0;
}

std::string header_of(std::string_view answer, std::string_view name) {
  const std::string head = ascii_lower(answer.substr(0, answer.find("\r\n\r\n")));
  const auto begin = head.find("\r\n" + ascii_lower(name) + ": ");
  if (begin == std::string::npos) {
    return {};
  }
  const auto value = begin + name.size() + 4;
  const auto end = std::min(head.find("\r\n", value), head.size());
  return std::string{answer.substr(value, end - value)};
}

std::string body_of(std::string_view answer) {
  const auto head = answer.find("\r\n\r\n");
  return head == std::string_view::npos ? std::string{} : std::string{answer.substr(head + 4)};
}

std::string get(std::string_view target, std::string_view more_headers) {
  return "GET " + std::string{target} + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" +
         std::string{more_headers} + "\r\n";
}

long resident_kb() {
  std::ifstream file{"/proc/self/statm"};
  long size = 0;
  long resident = 0;
  file >> size >> resident;
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

std::size_t count_threads() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator{"/proc/self/task"}, {}));
}

}  // namespace pumuki::http::test
