#pragma once

#include "bridges/stdio/backend.h"
#include "bridges/stdio/program.h"
#include "gate/core/environment.h"

#include <string>
#include <vector>

namespace pumuki::stdio {

/// "ai-evidence/" → "/ai-evidence", "/" → "" (evidence-server §1 and O5).
std::string route_prefix(std::string_view route);

/// Where a server of the user may listen, from the variables of the server: the default port when
/// it is unset, nowhere for 0 and for a port or host that cannot be used (`problem` then says so).
std::vector<Address> configured_addresses(const BridgeSpec& spec, const Environment& environment,
                                          std::string& problem);

/// The server behind a bridge of `spec` for the repository `root`.
BackendSpec backend_spec(const BridgeSpec& spec, const Environment& environment,
                         const std::string& root, std::vector<Address> configured);

}  // namespace pumuki::stdio
