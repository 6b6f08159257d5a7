#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::http {

/// Who listens on a port of this machine, for the message of AddressInUse (contract: engine-link
/// §4): "pumuki pid 4711 for /home/me/repo", "pumuki for /home/me/repo" when the process cannot be
/// seen, or "another program". Asks GET /status and waits at most k_holder_deadline.
std::string describe_port_holder(const std::string& host, std::uint16_t port);

/// The repository that a /status answer of either server names; empty when it is not ours.
std::string repository_of_status(std::string_view body);

}  // namespace pumuki::http
