#include "server/mcp/mount.h"

#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/http_endpoint.h"
#include "server/mcp/local_upstream.h"

#include <mutex>
#include <optional>
#include <utility>

namespace pumuki::mcp_mount {
namespace {

/// Everything behind the path, in the order of dependence.
struct Parts {
  Parts(const std::vector<http::Route>& routes, const Offer& offer)
      : catalogue(offer.catalogue()), upstream(routes), service(offer.service(upstream)) {}

  mcp::Catalogue catalogue;
  LocalUpstream upstream;
  std::unique_ptr<mcp::Service> service;
  mcp::Dispatcher dispatcher{catalogue, *service};
  mcp::HttpEndpoint endpoint{dispatcher};
};

class Mount {
 public:
  Mount(std::vector<http::Route> routes, Offer offer)
      : routes_(std::move(routes)), offer_(std::move(offer)) {}

  mcp::HttpEndpoint& endpoint() {
    std::call_once(made_, [this] { parts_.emplace(routes_, offer_); });
    return parts_->endpoint;
  }

 private:
  const std::vector<http::Route> routes_;
  const Offer offer_;
  std::once_flag made_;
  std::optional<Parts> parts_;
};

http::Reply to_reply(mcp::HttpAnswer answer) {
  http::Reply reply;
  reply.status = answer.status;
  reply.headers = std::move(answer.headers);
  if (answer.stream) {
    reply.stream.open_ended = true;
    reply.stream.produce = [stream = std::move(answer.stream)](const auto& write) {
      stream(write);
      return true;
    };
  } else if (!answer.body.empty()) {
    reply.body = std::make_shared<const std::string>(std::move(answer.body));
  }
  return reply;
}

}  // namespace

std::vector<http::Route> with_mcp(std::vector<http::Route> routes, Offer offer) {
  const auto mount = std::make_shared<Mount>(routes, std::move(offer));
  const http::Handler handler = [mount](const http::Request& request) {
    return to_reply(mount->endpoint().handle({request.method, request.headers, request.body}));
  };
  std::vector<http::Route> all;
  for (const char* method : {"POST", "GET", "DELETE"}) {
    all.push_back({method, std::string{k_path}, handler, true});
  }
  all.insert(all.end(), routes.begin(), routes.end());
  return all;
}

}  // namespace pumuki::mcp_mount
