#pragma once

#include "bridges/mcp/call.h"

#include <string>
#include <utility>

namespace pumuki::stdio {

/// Stands in when the repository is not known: the catalogue still answers, every call says why it
/// cannot be served (mcp-protocol §11).
class FailingService final : public mcp::Service {
 public:
  explicit FailingService(std::string reason) : reason_(std::move(reason)) {}

  mcp::ToolAnswer call_tool(const mcp::Tool& /*tool*/, const mcp::Arguments& /*arguments*/,
                            const mcp::CallContext& /*context*/) override {
    return mcp::tool_failure(reason_);
  }
  std::expected<mcp::ResourceAnswer, std::string> read_resource(
      const mcp::ResourceAddress& /*address*/, const mcp::CallContext& /*context*/) override {
    return std::unexpected{reason_};
  }

 private:
  const std::string reason_;
};

}  // namespace pumuki::stdio
