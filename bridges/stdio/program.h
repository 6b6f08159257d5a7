#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/catalogue.h"
#include "bridges/stdio/backend.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pumuki::stdio {

/// What tells the two bridges apart.
struct BridgeSpec {
  std::string_view program;
  std::string_view server_program;
  std::string_view host_variable;
  std::string_view port_variable;
  std::uint16_t default_port = 0;
  /// Empty when the server has none.
  std::string_view route_variable;
  std::string_view default_route;
  /// See find_project().
  std::string_view project_marker;
  std::string recheck_target;
  std::optional<std::string> (*refuse)(const HttpReply& reply, const std::string& root) = nullptr;
  bool (*recheck)(const HttpReply& reply, const std::string& root) = nullptr;
  mcp::Catalogue (*catalogue)() = nullptr;
  std::unique_ptr<mcp::Service> (*service)(Backend& backend, const std::string& route,
                                           const std::string& root) = nullptr;
};

/// The whole of a bridge's main(). Exit status: 0 after a clean end, 2 for a bad command line.
int run_bridge(const BridgeSpec& spec, int argc, char** argv);

}  // namespace pumuki::stdio
