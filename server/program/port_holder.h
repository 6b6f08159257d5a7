#pragma once

#include <cstdint>
#include <string>

namespace pumuki::program {

/// Who listens on a local TCP port, for people: "by pumuki pid 12 for /path" or "by another
/// program". Reads /proc; used only after a failed start.
std::string port_holder(std::uint16_t port);

}  // namespace pumuki::program
