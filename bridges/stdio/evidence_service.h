#pragma once

#include "bridges/mcp/call.h"
#include "bridges/stdio/backend.h"

#include <string>

namespace pumuki::stdio {

/// Tools and resources of the evidence bridge as GET requests. Any thread.
class EvidenceService final : public mcp::Service {
 public:
  /// `route` without its last '/'; empty for the root.
  EvidenceService(Backend& backend, std::string route, std::string root)
      : backend_(backend), route_(std::move(route)), root_(std::move(root)) {}

  mcp::ToolAnswer call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                            const mcp::CallContext& context) override;
  std::expected<mcp::ResourceAnswer, std::string> read_resource(const mcp::ResourceAddress& address,
                                                        const mcp::CallContext& context) override;

 private:
  using Text = std::expected<std::string, std::string>;
  Text fetch(const std::string& target, const mcp::CallContext& context);
  Text fetch_again(const std::string& target, const mcp::CallContext& context);
  /// Nothing when the evidence is valid, so that the 404 has another reason.
  std::optional<std::string> evidence_problem(const HttpReply& not_found,
                                              const mcp::CallContext& context);

  Backend& backend_;
  const std::string route_;
  const std::string root_;
};

}  // namespace pumuki::stdio
