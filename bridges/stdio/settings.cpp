#include "bridges/stdio/settings.h"

#include <algorithm>
#include <charconv>

namespace pumuki::stdio {
namespace {

constexpr std::string_view k_loopback = "127.0.0.1";

std::string route_setting(const BridgeSpec& spec, const Environment& environment) {
  return std::string{environment.get(spec.route_variable).value_or(spec.default_route)};
}

std::string own_host(const std::vector<Address>& configured) {
  return !configured.empty() && configured.front().host == "::1" ? "::1" : std::string{k_loopback};
}

}  // namespace

std::string route_prefix(std::string_view route) {
  std::string prefix{route};
  while (prefix.ends_with('/')) {
    prefix.pop_back();
  }
  if (!prefix.empty() && !prefix.starts_with('/')) {
    prefix.insert(prefix.begin(), '/');
  }
  return prefix;
}

std::vector<Address> configured_addresses(const BridgeSpec& spec, const Environment& environment,
                                          std::string& problem) {
  std::uint16_t port = spec.default_port;
  if (const auto text = environment.get(spec.port_variable)) {
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), port);
    if (error != std::errc{} || end != text->data() + text->size()) {
      problem = std::string{spec.port_variable} + " is not a port: " + std::string{*text};
      return {};
    }
  }
  const auto host = environment.get(spec.host_variable).value_or(k_loopback);
  std::vector<Address> addresses;
  for (std::string& literal : address_literals(host)) {
    addresses.push_back({std::move(literal), port});
  }
  if (addresses.empty()) {
    problem = std::string{spec.host_variable} + " is not an address: " + std::string{host};
  }
  return port == 0 ? std::vector<Address>{} : addresses;
}

BackendSpec backend_spec(const BridgeSpec& spec, const Environment& environment,
                         const std::string& root, std::vector<Address> configured) {
  BackendSpec backend;
  backend.root = root;
  backend.program = spec.server_program;
  backend.arguments = {"--host",  own_host(configured), "--port", "0", "--project", root,
                       "--owned", "--log-level",        "warn"};
  if (!spec.route_variable.empty()) {
    backend.arguments.insert(backend.arguments.end(),
                             {"--route", route_setting(spec, environment)});
  }
  backend.environment = environment;
  backend.refuse = [refuse = spec.refuse, root](const HttpReply& reply) {
    return refuse(reply, root);
  };
  backend.recheck_target = spec.recheck_target;
  backend.recheck = [recheck = spec.recheck, root](const HttpReply& reply) {
    return recheck(reply, root);
  };
  backend.configured = std::move(configured);
  return backend;
}

}  // namespace pumuki::stdio
