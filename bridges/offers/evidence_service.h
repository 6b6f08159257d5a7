#pragma once

#include "bridges/mcp/call.h"
#include "bridges/offers/upstream.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::offers {

/// Tools and resources of the evidence server as GET requests. A list that is too large for one
/// message is answered with its first page and where the rest is. Any thread.
class EvidenceService final : public mcp::Service {
 public:
  /// `route` without its last '/'; empty for the root.
  EvidenceService(Upstream& upstream, std::string route, std::string root)
      : upstream_(upstream), route_(std::move(route)), root_(std::move(root)) {}

  mcp::ToolAnswer call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                            const mcp::CallContext& context) override;
  std::expected<mcp::ResourceAnswer, std::string> read_resource(
      const mcp::ResourceAddress& address, const mcp::CallContext& context) override;
  /// Ids of rules that have findings.
  std::vector<std::string> complete(std::string_view argument,
                                    const mcp::CallContext& context) override;

 private:
  struct Page {
    std::string text;
    /// Query of the next page; empty when this is all.
    std::string next;
  };
  using Text = std::expected<std::string, UpstreamFailure>;
  using Paged = std::expected<Page, std::string>;

  Paged view(std::string_view key, const std::string& query, const mcp::CallContext& context);
  Paged first_page(std::string_view key, const std::string& query, const mcp::CallContext& context);
  Text fetch(std::string_view key, const std::string& query, const mcp::CallContext& context);
  Text fetch_again(const std::string& target, const mcp::CallContext& context);
  /// Nothing when the evidence is valid, so that the 404 has another reason.
  std::optional<std::string> evidence_problem(const HttpReply& not_found,
                                              const mcp::CallContext& context);

  Upstream& upstream_;
  const std::string route_;
  const std::string root_;
};

}  // namespace pumuki::offers
