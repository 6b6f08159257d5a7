#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/stdio_host.h"
#include "gate/core/fd.h"
#include "server/http/listener.h"
#include "server/mcp/mount.h"
#include "tests/mcp_fixtures/fixtures.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace {

using pumuki::mcp_fixtures::FixtureService;

constexpr int k_usage = 2;

/// Before any thread exists.
pumuki::UniqueFd take_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    ::sigaddset(&signals, number);
  }
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  return pumuki::UniqueFd{::signalfd(-1, &signals, SFD_CLOEXEC)};
}

int serve_stdio(int signals) {
  const pumuki::mcp::Catalogue catalogue = pumuki::mcp_fixtures::catalogue();
  FixtureService service;
  pumuki::mcp::LineWriter writer{STDOUT_FILENO};
  pumuki::mcp::Dispatcher dispatcher{catalogue, service};
  const int status =
      pumuki::mcp::serve({STDIN_FILENO, STDOUT_FILENO, signals}, dispatcher, writer, [] {});
  std::_Exit(status);
}

int serve_http(int signals, std::uint16_t port) {
  auto listener = pumuki::http::Listener::open(
      {.port = port}, pumuki::mcp_mount::with_mcp(
                          {}, {.catalogue = [] { return pumuki::mcp_fixtures::catalogue(); },
                               .service =
                                   [](pumuki::offers::Upstream& /*unused*/) {
                                     return std::make_unique<FixtureService>();
                                   }}));
  if (!listener) {
    std::fprintf(stderr, "%s\n", listener.error().message.c_str());
    return 1;
  }
  std::printf("mcp-fixtures listening on http://127.0.0.1:%u/mcp\n", (*listener)->port());
  std::fflush(stdout);
  std::thread waiter{[&] {
    signalfd_siginfo info{};
    while (::read(signals, &info, sizeof info) < 0) {
    }
    (*listener)->stop();
  }};
  (*listener)->run();
  waiter.join();
  return 0;
}

}  // namespace

/// mcp-fixtures --stdio | --http PORT: the product's transport and dispatcher in front of the
/// fixtures.
int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  const pumuki::UniqueFd signals = take_signals();
  if (mode == "--stdio") {
    return serve_stdio(signals.get());
  }
  if (mode == "--http" && argc == 3) {
    return serve_http(signals.get(), static_cast<std::uint16_t>(std::atoi(argv[2])));
  }
  std::fputs("usage: mcp-fixtures --stdio | --http PORT\n", stderr);
  return k_usage;
}
