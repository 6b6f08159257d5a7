#include "bridges/stdio/address.h"

#include "gate/core/text.h"

#include <arpa/inet.h>
#include <netinet/in.h>

namespace pumuki::stdio {

std::string text_of(const Address& address) {
  const bool six = address.host.find(':') != std::string::npos;
  return (six ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

std::vector<std::string> address_literals(std::string_view host) {
  std::string name = ascii_lower(trim(host));
  if (name.starts_with('[') && name.ends_with(']')) {
    name = name.substr(1, name.size() - 2);
  }
  if (name.empty() || name == "localhost") {
    return {"127.0.0.1", "::1"};
  }
  if (name == "0.0.0.0" || name == "::") {
    return {name == "::" ? "::1" : "127.0.0.1"};
  }
  in6_addr room{};
  const bool literal = ::inet_pton(AF_INET, name.c_str(), &room) == 1 ||
                       ::inet_pton(AF_INET6, name.c_str(), &room) == 1;
  return literal ? std::vector{name} : std::vector<std::string>{};
}

}  // namespace pumuki::stdio
