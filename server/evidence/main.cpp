#include "bridges/offers/evidence_catalogue.h"
#include "bridges/offers/evidence_service.h"
#include "gate/evidence/document.h"
#include "server/evidence/routes.h"
#include "server/mcp/mount.h"
#include "server/program/run.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr pumuki::program::ServerSpec k_spec{.program = "pumuki-mcp-evidence",
                                             .host_variable = "PUMUKI_EVIDENCE_HOST",
                                             .port_variable = "PUMUKI_EVIDENCE_PORT",
                                             .default_port = 7341,
                                             .route_variable = "PUMUKI_EVIDENCE_ROUTE",
                                             .default_route = "/ai-evidence"};

std::vector<pumuki::http::Route> routes_of(const pumuki::program::ServerOptions& options,
                                           const pumuki::Environment& /*unused*/) {
  const std::string folder = options.project == "/" ? "" : options.project;
  auto routes = pumuki::evidence_server::make_routes(
      options.route, std::make_shared<pumuki::evidence_server::Service>(
                         folder + '/' + std::string{pumuki::evidence::k_file_name}));
  const std::string prefix = options.route == "/" ? "" : options.route;
  return pumuki::mcp_mount::with_mcp(
      std::move(routes),
      {.catalogue = [] { return pumuki::offers::evidence_catalogue("pumuki-evidence"); },
       .service =
           [prefix, root = options.project](pumuki::offers::Upstream& upstream) {
             return std::make_unique<pumuki::offers::EvidenceService>(upstream, prefix, root);
           }});
}

}  // namespace

int main(int argc, char** argv) {
  return pumuki::program::run_server(k_spec, pumuki::http::Unmatched::MethodFirst, routes_of,
                                     {argv + 1, argv + argc});
}
