#pragma once

#include "gate/core/fd.h"
#include "gate/core/result.h"
#include "server/http/listener.h"

#include <cstdint>

namespace pumuki::http {

struct ListeningSocket {
  UniqueFd fd;
  std::uint16_t port = 0;
};

/// Binds and listens with SO_REUSEADDR only: a second listener on the port fails, a restart does
/// not (contract: engine-link §3.4). Errors as Listener::open().
Result<ListeningSocket> listen_on(const ListenerOptions& options);

}  // namespace pumuki::http
