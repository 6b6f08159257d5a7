#include "bridges/offers/enterprise_catalogue.h"
#include "bridges/offers/enterprise_service.h"
#include "server/enterprise/routes.h"
#include "server/enterprise/service.h"
#include "server/mcp/mount.h"
#include "server/program/run.h"

#include <memory>
#include <vector>

namespace {

constexpr pumuki::program::ServerSpec k_spec{.program = "pumuki-mcp-enterprise",
                                             .host_variable = "PUMUKI_ENTERPRISE_MCP_HOST",
                                             .port_variable = "PUMUKI_ENTERPRISE_MCP_PORT",
                                             .default_port = 7391,
                                             .route_variable = {},
                                             .default_route = {}};

std::vector<pumuki::http::Route> routes_of(const pumuki::program::ServerOptions& options,
                                           const pumuki::Environment& environment) {
  return pumuki::mcp_mount::with_mcp(
      pumuki::enterprise::make_routes(
          pumuki::enterprise::make_surroundings(options.project, environment)),
      {.catalogue = [] { return pumuki::offers::enterprise_catalogue("pumuki-enterprise"); },
       .service =
           [](pumuki::offers::Upstream& upstream) {
             return std::make_unique<pumuki::offers::EnterpriseService>(upstream);
           }});
}

}  // namespace

int main(int argc, char** argv) {
  return pumuki::program::run_server(k_spec, pumuki::http::Unmatched::PathFirst, routes_of,
                                     {argv + 1, argv + argc});
}
