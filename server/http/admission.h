#pragma once

#include "server/http/head.h"
#include "server/http/listener.h"
#include "server/http/message.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::http {

/// What is known of a request once its head was read: either a handler or a refusal.
struct Admitted {
  const Handler* handler = nullptr;
  Request request;
  /// Used when there is no handler.
  Reply refusal;
};

/// The checks between a well-formed head and the body, in this order: Host, Origin, Sec-Fetch-Site
/// (contract: engine-link §3.3), target, method and path (evidence-server §2, enterprise-server
/// §2). Immutable; any thread may ask.
class Admission {
 public:
  Admission(const ListenerOptions& options, std::vector<Route> routes);

  [[nodiscard]] Admitted admit(const Head& head) const;
  [[nodiscard]] std::size_t max_body_bytes() const { return max_body_bytes_; }

 private:
  [[nodiscard]] std::optional<Reply> refuse_foreign(const Head& head, std::string_view path) const;
  [[nodiscard]] bool host_allowed(std::string_view host) const;
  [[nodiscard]] Reply no_route(std::string_view method, std::string_view path) const;

  std::vector<std::string> allowed_hosts_;
  Unmatched unmatched_;
  std::size_t max_body_bytes_;
  std::vector<Route> routes_;
};

}  // namespace pumuki::http
