#pragma once

#include "bridges/offers/upstream.h"
#include "server/http/listener.h"

#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::mcp_mount {

/// The documented routes of this very process: the handlers that answer over HTTP answer here too,
/// so the two doors cannot disagree. Any thread.
class LocalUpstream final : public offers::Upstream {
 public:
  explicit LocalUpstream(std::vector<http::Route> routes) : routes_(std::move(routes)) {}

  std::expected<offers::HttpReply, offers::UpstreamFailure> call(
      const offers::UpstreamCall& call, const mcp::CallContext& context) override;
  [[nodiscard]] std::string address_text() const override { return "this address"; }
  void distrust() override {}

 private:
  const std::vector<http::Route> routes_;
};

}  // namespace pumuki::mcp_mount
