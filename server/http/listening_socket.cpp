#include "server/http/listening_socket.h"

#include "server/http/limits.h"
#include "server/http/port_holder.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

namespace pumuki::http {
namespace {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

Address ipv4(const in_addr& host, std::uint16_t port) {
  Address address;
  auto* fields = reinterpret_cast<sockaddr_in*>(&address.storage);
  fields->sin_family = AF_INET;
  fields->sin_port = htons(port);
  fields->sin_addr = host;
  address.size = sizeof(sockaddr_in);
  return address;
}

Address ipv6(const in6_addr& host, std::uint16_t port) {
  Address address;
  auto* fields = reinterpret_cast<sockaddr_in6*>(&address.storage);
  fields->sin6_family = AF_INET6;
  fields->sin6_port = htons(port);
  fields->sin6_addr = host;
  address.size = sizeof(sockaddr_in6);
  return address;
}

std::optional<Address> look_up(const std::string& host, std::uint16_t port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) {
    return std::nullopt;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{found, &::freeaddrinfo};
  Address address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.size = found->ai_addrlen;
  return address;
}

std::string without_brackets(const std::string& host) {
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return bracketed ? host.substr(1, host.size() - 2) : host;
}

/// The usual spellings need no name service, whose libraries would cost start-up time.
std::optional<Address> resolve(const std::string& host, std::uint16_t port) {
  in_addr four{};
  in6_addr six{};
  if (host == "localhost") {
    four.s_addr = htonl(INADDR_LOOPBACK);
    return ipv4(four, port);
  }
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return ipv4(four, port);
  }
  if (::inet_pton(AF_INET6, host.c_str(), &six) == 1) {
    return ipv6(six, port);
  }
  return look_up(host, port);
}

std::uint16_t bound_port(int fd) {
  Address address;
  address.size = sizeof(address.storage);
  ::getsockname(fd, address.get(), &address.size);
  return ntohs(address.storage.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port);
}

std::unexpected<Error> cannot_listen(const ListenerOptions& options, int error) {
  const std::string host = without_brackets(options.host);
  const bool is_ipv6 = host.find(':') != std::string::npos;
  const std::string place =
      (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(options.port);
  if (error == EADDRINUSE) {
    const std::string hint = options.port_variable.empty()
                                 ? std::string{}
                                 : "set " + options.port_variable + "=0 for a dynamic port";
    return fail(
        Code::AddressInUse,
        "EADDRINUSE " + place + " (held by " + describe_port_holder(host, options.port) + ")",
        hint);
  }
  const std::string message = "cannot listen on " + place + ": " + std::strerror(error);
  return fail(error == EACCES ? Code::PortInvalid : Code::UsageError, message);
}

}  // namespace

Result<ListeningSocket> listen_on(const ListenerOptions& options) {
  const auto address = resolve(without_brackets(options.host), options.port);
  if (!address) {
    return fail(Code::UsageError, "the host name " + options.host + " has no address");
  }
  UniqueFd fd{::socket(address->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  const int on = 1;
  // Accepted sockets inherit TCP_NODELAY.
  if (!fd.valid() || ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) != 0 ||
      ::bind(fd.get(), address->get(), address->size) != 0 ||
      ::listen(fd.get(), k_listen_backlog) != 0) {
    return cannot_listen(options, errno);
  }
  const auto port = bound_port(fd.get());
  return ListeningSocket{std::move(fd), port};
}

}  // namespace pumuki::http
