#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/catalogue.h"
#include "bridges/offers/upstream.h"
#include "server/http/listener.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::mcp_mount {

inline constexpr std::string_view k_path = "/mcp";

/// What a server offers there. Called once, at the first request to the path.
struct Offer {
  std::function<mcp::Catalogue()> catalogue;
  std::function<std::unique_ptr<mcp::Service>(offers::Upstream& upstream)> service;
};

/// The routes and, in front of them, those of Streamable HTTP at /mcp, which answer with the very
/// handlers of `routes` (contract: mcp-protocol §5 and §9). Nothing is made before it is used.
std::vector<http::Route> with_mcp(std::vector<http::Route> routes, Offer offer);

}  // namespace pumuki::mcp_mount
