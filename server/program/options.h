#pragma once

#include "gate/core/environment.h"
#include "gate/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::program {

/// What tells the two servers apart before they serve.
struct ServerSpec {
  std::string_view program;
  std::string_view host_variable;
  std::string_view port_variable;
  std::uint16_t default_port = 0;
  /// Empty: the server has one fixed set of paths and no --route.
  std::string_view route_variable;
  std::string_view default_route;
};

struct ServerOptions {
  std::string host;
  /// 0: a free port, chosen by the kernel.
  std::uint16_t port = 0;
  /// As normal_route() gives it; empty when the server has none.
  std::string route;
  /// Absolute path of the repository, without links.
  std::string project;
  /// Beside the loopback names (PUMUKI_ALLOWED_HOSTS, separated by commas).
  std::vector<std::string> allowed_hosts;
  /// A level of spdlog.
  std::string log_level = "info";
  /// End when standard input ends: the server belongs to the bridge that started it (engine-link
  /// §6).
  bool owned = false;
};

/// The outside of the process, read once in main().
struct Surroundings {
  std::vector<std::string> arguments;
  Environment environment;
  std::string working_directory;
};

/// Either options to serve with, or the end of a run that has nothing to serve (--help, a fault).
struct Start {
  std::optional<ServerOptions> options;
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Options win over variables, variables over defaults; an empty host is no host (evidence-server
/// O3). Project: --project, CLAUDE_PROJECT_DIR when it is a folder, the working directory (rulings
/// 6). Faults: a bad command line ends with 2, a bad port or project with 1.
Start read_options(const ServerSpec& spec, const Surroundings& surroundings);

/// Decimal digits up to 65535; anything else is PortInvalid (rulings 25).
Result<std::uint16_t> parse_port(std::string_view text);
/// Trailing slashes removed, then a leading one added if absent, so "" becomes "/" (evidence-server
/// §1).
std::string normal_route(std::string_view text);

}  // namespace pumuki::program
