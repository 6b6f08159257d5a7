#include "server/mcp/local_upstream.h"

#include <algorithm>
#include <exception>
#include <string_view>

namespace pumuki::mcp_mount {
namespace {

using offers::HttpReply;
using offers::UpstreamFailure;
using Answer = std::expected<HttpReply, UpstreamFailure>;

std::unexpected<UpstreamFailure> too_large() {
  return std::unexpected{UpstreamFailure{
      "The answer is larger than " + std::to_string(offers::k_max_reply_bytes) + " bytes.", true}};
}

std::string content_type(const http::Reply& reply) {
  const auto found =
      std::ranges::find(reply.headers, "Content-Type", &std::pair<std::string, std::string>::first);
  return found == reply.headers.end() ? "application/json" : found->second;
}

Answer collected(const http::Reply& reply) {
  HttpReply result{reply.status, content_type(reply), {}, true};
  if (!reply.stream.produce) {
    if (reply.body && reply.body->size() > offers::k_max_reply_bytes) {
      return too_large();
    }
    result.body = reply.body ? *reply.body : std::string{};
    return result;
  }
  if (reply.stream.size > offers::k_max_reply_bytes) {
    return too_large();
  }
  const bool whole = reply.stream.produce([&](std::string_view piece) {
    result.body += piece;
    return true;
  });
  if (!whole) {
    return std::unexpected{UpstreamFailure{"The answer broke off; ask again."}};
  }
  return result;
}

}  // namespace

Answer LocalUpstream::call(const offers::UpstreamCall& call, const mcp::CallContext& context) {
  if (context.stop.stop_requested()) {
    return std::unexpected{UpstreamFailure{"The call was stopped."}};
  }
  const std::string& target = call.request.target;
  const std::size_t mark = std::min(target.find('?'), target.size());
  http::Request request;
  request.method = call.request.method;
  request.path = target.substr(0, mark);
  request.query = target.substr(std::min(mark + 1, target.size()));
  request.body = call.request.body;
  const auto route = std::ranges::find_if(routes_, [&](const http::Route& candidate) {
    return candidate.method == request.method && candidate.path == request.path;
  });
  if (route == routes_.end()) {
    return std::unexpected{UpstreamFailure{"There is nothing at " + request.path + "."}};
  }
  try {
    return collected(route->handler(request));
  } catch (const std::exception&) {
    return std::unexpected{UpstreamFailure{"The server has a defect; the call failed."}};
  }
}

}  // namespace pumuki::mcp_mount
