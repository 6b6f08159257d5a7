#pragma once

#include "bridges/mcp/call.h"
#include "bridges/stdio/backend.h"

namespace pumuki::stdio {

/// Tools of the enterprise bridge as `POST /tool`, resources as `GET /resource`. Any thread.
class EnterpriseService final : public mcp::Service {
 public:
  explicit EnterpriseService(Backend& backend) : backend_(backend) {}

  mcp::ToolAnswer call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                            const mcp::CallContext& context) override;
  std::expected<mcp::ResourceAnswer, std::string> read_resource(const mcp::ResourceAddress& address,
                                                        const mcp::CallContext& context) override;

 private:
  Backend& backend_;
};

}  // namespace pumuki::stdio
