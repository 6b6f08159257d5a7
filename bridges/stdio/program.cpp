#include "bridges/stdio/program.h"

#include "bridges/mcp/stdio_host.h"
#include "bridges/stdio/failing_service.h"
#include "bridges/stdio/library_pages.h"
#include "bridges/stdio/project.h"
#include "bridges/stdio/settings.h"
#include "gate/core/fd.h"
#include "gate/core/version.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fcntl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace pumuki::stdio {
namespace {

constexpr int k_usage_error = 2;

struct Options {
  std::optional<std::string> project;
  std::string log_level = "warn";
};

std::optional<int> read_options(const BridgeSpec& spec, int argc, char** argv, Options& options) {
  CLI::App app{
      "MCP over standard input and output in front of " + std::string{spec.server_program} + ".",
      std::string{spec.program}};
  app.add_option("--project", options.project,
                 "The repository; default: CLAUDE_PROJECT_DIR, then the working directory.");
  app.add_option("--log-level", options.log_level, "What goes to standard error.")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "critical", "off"}));
  app.set_version_flag("--version",
                       std::string{spec.program} + " " + std::string{product_version()});
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : k_usage_error;
  }
  return std::nullopt;
}

/// A socket must never get the number of a closed standard stream: what is written there would
/// reach it.
void fill_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) {
      [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
    }
  }
}

/// Before any thread exists: every thread inherits the mask, so the signals arrive in one place.
UniqueFd take_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    ::sigaddset(&signals, number);
  }
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  return UniqueFd{::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK)};
}

/// What answers the calls, with what it needs to live.
struct Parts {
  std::unique_ptr<Backend> backend;
  std::unique_ptr<mcp::Service> service;
};

Parts make_parts(const BridgeSpec& spec, const Options& options, const Environment& environment,
                 Log& log) {
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  auto root = find_project({options.project, here}, environment, spec.project_marker);
  if (!root) {
    log.warn(root.error().message);
    return {nullptr,
            std::make_unique<FailingService>(root.error().message + " " + root.error().hint)};
  }
  std::string problem;
  auto configured = configured_addresses(spec, environment, problem);
  if (!problem.empty()) {
    log.warn(problem + "; the bridge starts its own server.");
  }
  Parts parts;
  parts.backend =
      std::make_unique<Backend>(backend_spec(spec, environment, *root, std::move(configured)), log);
  const auto route = environment.get(spec.route_variable).value_or(spec.default_route);
  parts.service = spec.service(*parts.backend, route_prefix(route), *root);
  return parts;
}

}  // namespace

int run_bridge(const BridgeSpec& spec, int argc, char** argv) {
  fill_standard_descriptors();
  Options options;
  if (const auto exit_code = read_options(spec, argc, argv, options)) {
    return *exit_code;
  }
  const UniqueFd signals = take_signals();
  const Environment environment = Environment::from_process().without({"GIT_"});
  Log log{spec.program, options.log_level};
  const Parts parts = make_parts(spec, options, environment, log);
  const mcp::Catalogue catalogue = spec.catalogue();
  release_tls_pages();
  mcp::LineWriter writer{STDOUT_FILENO};
  mcp::Dispatcher dispatcher{catalogue, *parts.service};
  const int exit_code =
      mcp::serve({STDIN_FILENO, STDOUT_FILENO, signals.get()}, dispatcher, writer, [&] {
        if (parts.backend) {
          parts.backend->stop();
        }
      });
  // Nothing may wait for a thread that is stuck in a write or a call (mcp-protocol §4), so the
  // destructors are skipped: the server is gone and the output is written or given up.
  std::_Exit(exit_code);
}

}  // namespace pumuki::stdio
