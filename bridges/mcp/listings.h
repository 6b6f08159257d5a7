#pragma once

#include "bridges/mcp/catalogue.h"
#include "bridges/mcp/revisions.h"

#include <string>
#include <vector>

namespace pumuki::mcp {

/// Newest first.
std::vector<std::string> supported_versions();

/// Objects of the protocol as JSON text, in the shape the revision wants.
std::string server_info(const Catalogue& catalogue, const Revision& revision);
std::string initialize_result(const Catalogue& catalogue, const Revision& revision);
std::string discover_result(const Catalogue& catalogue, const Revision& revision);
std::string tools_result(const Catalogue& catalogue, const Revision& revision);
std::string resources_result(const Catalogue& catalogue, const Revision& revision);
std::string templates_result(const Catalogue& catalogue, const Revision& revision);
std::string prompts_result(const Catalogue& catalogue, const Revision& revision);

}  // namespace pumuki::mcp
