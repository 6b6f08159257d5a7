#include "server/http/admission.h"

#include "gate/core/code.h"
#include "gate/core/text.h"
#include "server/http/target.h"

#include <algorithm>
#include <utility>

namespace pumuki::http {
namespace {

constexpr int k_bad_request = 400;
constexpr int k_forbidden = 403;
constexpr int k_not_found = 404;
constexpr int k_method_not_allowed = 405;

/// "localhost:7341" → "localhost", "[::1]:7341" → "[::1]"; nothing when the port is no number.
std::optional<std::string> host_name(std::string_view host) {
  const auto bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) {
    return std::nullopt;
  }
  const auto colon = host.find(':', bracket);
  if (colon != std::string_view::npos &&
      host.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  return ascii_lower(host.substr(0, colon));
}

bool is_same_origin(const Head& head) {
  const auto origins = head.count("Origin");
  return origins == 0 || (origins == 1 && ascii_lower(head.value("Origin")) ==
                                              "http://" + ascii_lower(head.value("Host")));
}

bool is_page_navigation(const Head& head, std::string_view path) {
  return head.method == "GET" && path == "/" && head.value("Sec-Fetch-Dest") == "document";
}

bool comes_from_other_site(const Head& head) {
  return head.lists("Sec-Fetch-Site", "cross-site") || head.lists("Sec-Fetch-Site", "same-site");
}

/// "http://host/path". Such a target replaces the Host header (RFC 9112 §3.2.2), and no page can
/// make a browser send one.
bool is_absolute(std::string_view target) {
  const std::string start = ascii_lower(target.substr(0, target.find("//")));
  return start == "http:" || start == "https:";
}

Reply not_allowed(std::string allow) {
  Reply reply = error_reply(k_method_not_allowed, "This path does not offer the method.");
  reply.headers.emplace_back("Allow", std::move(allow));
  return reply;
}

}  // namespace

Admission::Admission(const ListenerOptions& options, std::vector<Route> routes)
    : allowed_hosts_{"127.0.0.1", "localhost", "[::1]"},
      unmatched_(options.unmatched),
      max_body_bytes_(options.max_body_bytes),
      routes_(std::move(routes)) {
  for (const auto& host : options.allowed_hosts) {
    allowed_hosts_.push_back(ascii_lower(host));
  }
}

Admitted Admission::admit(const Head& head) const {
  Admitted result;
  auto target = normalise_target(head.target);
  if (auto refusal = refuse_foreign(head, target ? target->path : std::string{})) {
    result.refusal = std::move(*refusal);
    return result;
  }
  if (!target) {
    result.refusal = error_reply(k_bad_request, "The request target is not a valid path.");
    return result;
  }
  const auto route = std::ranges::find_if(routes_, [&](const Route& candidate) {
    return candidate.method == head.method && candidate.path == target->path;
  });
  if (route == routes_.end()) {
    result.refusal = no_route(head.method, target->path);
    return result;
  }
  result.handler = &route->handler;
  result.request.method = head.method;
  result.request.path = std::move(target->path);
  result.request.query = std::move(target->query);
  if (route->wants_headers) {
    for (const HeadField& field : head.fields) {
      result.request.headers.emplace_back(field.name, field.value);
    }
  }
  return result;
}

std::optional<Reply> Admission::refuse_foreign(const Head& head, std::string_view path) const {
  const bool names_host = head.count("Host") > 0 && !is_absolute(head.target);
  if (names_host && !host_allowed(head.value("Host"))) {
    return error_reply(k_forbidden, code_meaning(Code::HostNotAllowed),
                       code_text(Code::HostNotAllowed));
  }
  const bool other_site = comes_from_other_site(head) && !is_page_navigation(head, path);
  if (!is_same_origin(head) || other_site) {
    return error_reply(k_forbidden, code_meaning(Code::OriginNotAllowed),
                       code_text(Code::OriginNotAllowed));
  }
  return std::nullopt;
}

bool Admission::host_allowed(std::string_view host) const {
  const auto name = host_name(host);
  return name && std::ranges::find(allowed_hosts_, *name) != allowed_hosts_.end();
}

Reply Admission::no_route(std::string_view method, std::string_view path) const {
  if (unmatched_ == Unmatched::MethodFirst && method != "GET") {
    return not_allowed("GET");
  }
  std::vector<std::string> offered;
  for (const auto& route : routes_) {
    if (route.path == path) {
      offered.push_back(route.method);
    }
  }
  if (offered.empty()) {
    return error_reply(k_not_found, "There is nothing at this path.");
  }
  return not_allowed(join(offered, ", "));
}

}  // namespace pumuki::http
