#include "server/http/port_holder.h"

#include "gate/core/fd.h"
#include "gate/core/text.h"
#include "server/http/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace pumuki::http {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_max_status_bytes = std::size_t{1} << 20;
constexpr int k_hexadecimal = 16;

/// One short-lived connection with a deadline over everything it does.
class Question {
 public:
  explicit Question(SteadyTime deadline) : deadline_(deadline) {}

  bool connect(const std::string& host, std::uint16_t port) {
    const bool six = host.find(':') != std::string::npos;
    fd_.reset(::socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in four_address{};
    four_address.sin_family = AF_INET;
    four_address.sin_port = htons(port);
    sockaddr_in6 six_address{};
    six_address.sin6_family = AF_INET6;
    six_address.sin6_port = htons(port);
    if (six) {
      ::inet_pton(AF_INET6, host == "::" ? "::1" : host.c_str(), &six_address.sin6_addr);
      ::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&six_address), sizeof(six_address));
    } else {
      const bool numeric = ::inet_pton(AF_INET, host.c_str(), &four_address.sin_addr) == 1;
      if (!numeric || four_address.sin_addr.s_addr == htonl(INADDR_ANY)) {
        four_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      }
      ::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&four_address), sizeof(four_address));
    }
    return wait(POLLOUT);
  }

  bool send(std::string_view text) {
    return ::send(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
  }

  std::string read_to_end() {
    std::string answer;
    std::array<char, k_read_bytes> bytes{};
    while (answer.size() < k_max_status_bytes && wait(POLLIN)) {
      const auto count = ::recv(fd_.get(), bytes.data(), bytes.size(), 0);
      if (count <= 0) {
        break;
      }
      answer.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return answer;
  }

 private:
  bool wait(short events) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline_ - std::chrono::steady_clock::now());
    pollfd entry{fd_.get(), events, 0};
    return left.count() > 0 && ::poll(&entry, 1, static_cast<int>(left.count())) > 0;
  }

  UniqueFd fd_;
  SteadyTime deadline_;
};

std::string ask_for_repository(const std::string& host, std::uint16_t port) {
  Question question{std::chrono::steady_clock::now() + k_holder_deadline};
  constexpr std::string_view k_request =
      "GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
  if (!question.connect(host, port) || !question.send(k_request)) {
    return {};
  }
  const std::string answer = question.read_to_end();
  const auto body = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.1 200") || body == std::string::npos) {
    return {};
  }
  return repository_of_status(std::string_view{answer}.substr(body + 4));
}

/// The inode of the socket that listens on `port`, as text; empty when there is none.
std::string listening_inode(const char* table, std::uint16_t port) {
  constexpr std::string_view k_listening = "0A";
  constexpr std::size_t k_local = 1;
  constexpr std::size_t k_state = 3;
  constexpr std::size_t k_inode = 9;
  std::ifstream lines{table};
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string_view> columns;
    for (const auto part : split(line, ' ')) {
      if (!part.empty()) {
        columns.push_back(part);
      }
    }
    if (columns.size() <= k_inode || columns[k_state] != k_listening) {
      continue;
    }
    const auto local = columns[k_local];
    const auto digits = local.substr(local.rfind(':') + 1);
    unsigned found = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), found, k_hexadecimal);
    if (found == port) {
      return std::string{columns[k_inode]};
    }
  }
  return {};
}

bool process_has(const fs::path& process, const std::string& link) {
  std::error_code error;
  for (fs::directory_iterator entry{process / "fd", error}, end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (fs::read_symlink(entry->path(), unreadable) == link) {
      return true;
    }
  }
  return false;
}

/// The process behind the port as "4711"; empty when it belongs to somebody else.
std::string find_process(std::uint16_t port) {
  std::string inode = listening_inode("/proc/net/tcp", port);
  if (inode.empty()) {
    inode = listening_inode("/proc/net/tcp6", port);
  }
  if (inode.empty()) {
    return {};
  }
  const std::string link = "socket:[" + inode + "]";
  std::error_code error;
  for (fs::directory_iterator entry{"/proc", error}, end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename();
    const bool is_process = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_process && process_has(entry->path(), link)) {
      return name;
    }
  }
  return {};
}

}  // namespace

std::string describe_port_holder(const std::string& host, std::uint16_t port) {
  const std::string repository = ask_for_repository(host, port);
  if (repository.empty()) {
    return "another program";
  }
  const std::string process = find_process(port);
  return "pumuki " + (process.empty() ? std::string{} : "pid " + process + " ") + "for " +
         repository;
}

}  // namespace pumuki::http
