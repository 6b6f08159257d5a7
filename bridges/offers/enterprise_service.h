#pragma once

#include "bridges/mcp/call.h"
#include "bridges/offers/upstream.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::offers {

/// Tools of the enterprise server as `POST /tool`, resources as `GET /resource`. Any thread.
class EnterpriseService final : public mcp::Service {
 public:
  explicit EnterpriseService(Upstream& upstream) : upstream_(upstream) {}

  mcp::ToolAnswer call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                            const mcp::CallContext& context) override;
  std::expected<mcp::ResourceAnswer, std::string> read_resource(
      const mcp::ResourceAddress& address, const mcp::CallContext& context) override;
  /// Ids of changes.
  std::vector<std::string> complete(std::string_view argument,
                                    const mcp::CallContext& context) override;

 private:
  Upstream& upstream_;
};

}  // namespace pumuki::offers
