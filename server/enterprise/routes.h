#pragma once

#include "server/enterprise/inquiry.h"
#include "server/enterprise/tool_turns.h"
#include "server/http/listener.h"

#include <memory>
#include <vector>

namespace pumuki::enterprise {

/// The route table of the enterprise server (contract: enterprise-server §2). The handlers share
/// `surroundings`; `limits` bound POST /tool.
std::vector<http::Route> make_routes(const std::shared_ptr<const Surroundings>& surroundings,
                                     TurnLimits limits = {});

}  // namespace pumuki::enterprise
