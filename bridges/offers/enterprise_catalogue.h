#pragma once

#include "bridges/mcp/catalogue.h"

#include <string>

namespace pumuki::offers {

/// What the enterprise server and its bridge offer (contract: bridges).
mcp::Catalogue enterprise_catalogue(std::string server_name);

}  // namespace pumuki::offers
