#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::mcp_fixtures {

/// The tools, resources and prompts by the names that the official conformance suite calls. Only
/// this test program has them; everything below the catalogue is the product's.
mcp::Catalogue catalogue();

class FixtureService final : public mcp::Service {
 public:
  mcp::ToolAnswer call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                            const mcp::CallContext& context) override;
  std::expected<mcp::ResourceAnswer, std::string> read_resource(
      const mcp::ResourceAddress& address, const mcp::CallContext& context) override;
  mcp::PromptAnswer get_prompt(const mcp::Prompt& prompt, const mcp::PromptArguments& arguments,
                               const mcp::CallContext& context) override;
};

/// The tools that need input (MCP 2026-07-28); nothing for any other name.
std::optional<mcp::ToolAnswer> input_tool(std::string_view name, std::string_view params);
/// Whether the client declared the capability in this request.
bool declared(std::string_view params, std::string_view capability);
/// The result that asks for `key` by elicitation, or nothing when it was given.
std::optional<std::string> ask_for_text(std::string_view params, std::string_view key,
                                        std::string_view message);

}  // namespace pumuki::mcp_fixtures
