#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::stdio {

/// A literal IPv4 or IPv6 address and a port.
struct Address {
  std::string host;
  std::uint16_t port = 0;
  bool operator==(const Address&) const = default;
};

/// "127.0.0.1:7341", "[::1]:7341"
std::string text_of(const Address& address);

/// The literals to try for a configured host, in order (mcp-protocol §10: never a name look-up).
/// "localhost", an empty host and the wildcard addresses mean this machine; brackets are dropped.
/// Empty for any other name.
std::vector<std::string> address_literals(std::string_view host);

}  // namespace pumuki::stdio
