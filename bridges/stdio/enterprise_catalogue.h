#pragma once

#include "bridges/mcp/catalogue.h"

namespace pumuki::stdio {

/// What the enterprise bridge offers (contract: bridges).
mcp::Catalogue enterprise_catalogue();

}  // namespace pumuki::stdio
