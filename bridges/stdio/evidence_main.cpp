#include "bridges/offers/evidence_catalogue.h"
#include "bridges/offers/evidence_service.h"
#include "bridges/stdio/identity.h"
#include "bridges/stdio/program.h"

namespace {

bool same_evidence(const pumuki::stdio::HttpReply& reply, const std::string& root) {
  return !pumuki::stdio::refuse_evidence_status(reply, root);
}

pumuki::mcp::Catalogue make_catalogue() {
  return pumuki::offers::evidence_catalogue("pumuki-evidence-stdio");
}

std::unique_ptr<pumuki::mcp::Service> make_service(pumuki::stdio::Backend& backend,
                                                   const std::string& route,
                                                   const std::string& root) {
  return std::make_unique<pumuki::offers::EvidenceService>(backend, route, root);
}

}  // namespace

int main(int argc, char** argv) {
  return pumuki::stdio::run_bridge({.program = "pumuki-mcp-evidence-stdio",
                                    .server_program = "pumuki-mcp-evidence",
                                    .host_variable = "PUMUKI_EVIDENCE_HOST",
                                    .port_variable = "PUMUKI_EVIDENCE_PORT",
                                    .default_port = 7341,
                                    .route_variable = "PUMUKI_EVIDENCE_ROUTE",
                                    .default_route = "/ai-evidence",
                                    .project_marker = ".ai_evidence.json",
                                    .recheck_target = "/status",
                                    .refuse = &pumuki::stdio::refuse_evidence_status,
                                    .recheck = &same_evidence,
                                    .catalogue = &make_catalogue,
                                    .service = &make_service},
                                   argc, argv);
}
