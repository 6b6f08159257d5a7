#include "bridges/offers/enterprise_catalogue.h"
#include "bridges/offers/enterprise_service.h"
#include "bridges/stdio/identity.h"
#include "bridges/stdio/program.h"

namespace {

pumuki::mcp::Catalogue make_catalogue() {
  return pumuki::offers::enterprise_catalogue("pumuki-enterprise-stdio");
}

std::unique_ptr<pumuki::mcp::Service> make_service(pumuki::stdio::Backend& backend,
                                                   const std::string& /*route*/,
                                                   const std::string& /*root*/) {
  return std::make_unique<pumuki::offers::EnterpriseService>(backend);
}

}  // namespace

int main(int argc, char** argv) {
  return pumuki::stdio::run_bridge({.program = "pumuki-mcp-enterprise-stdio",
                                    .server_program = "pumuki-mcp-enterprise",
                                    .host_variable = "PUMUKI_ENTERPRISE_MCP_HOST",
                                    .port_variable = "PUMUKI_ENTERPRISE_MCP_PORT",
                                    .default_port = 7391,
                                    .route_variable = "",
                                    .default_route = "",
                                    .project_marker = "",
                                    .recheck_target = "/resource?uri=evidence%3A%2F%2Fstatus",
                                    .refuse = &pumuki::stdio::refuse_enterprise_status,
                                    .recheck = &pumuki::stdio::is_enterprise_evidence,
                                    .catalogue = &make_catalogue,
                                    .service = &make_service},
                                   argc, argv);
}
