#pragma once

#include "gate/core/environment.h"
#include "server/http/listener.h"
#include "server/program/options.h"

#include <functional>
#include <vector>

namespace pumuki::program {

/// Makes the route table once the options are known. What the handlers share lives in their
/// captures. The environment is without GIT_* (rulings 27). Must be cheap: no file is read before
/// the first question.
using MakeRoutes = std::function<std::vector<http::Route>(const ServerOptions& options,
                                                          const Environment& environment)>;

/// The whole of a server's main(): options, logging to stderr, listen, the start line on stdout,
/// serve, clean end on SIGTERM and SIGINT. Returns the exit status: 0 after a clean end, 1 when it
/// cannot start, 2 for a bad command line. Start line: `<program> listening on
/// http://<host>:<port><route>`.
int run_server(const ServerSpec& spec, http::Unmatched unmatched, const MakeRoutes& make_routes,
               std::vector<std::string> arguments);

}  // namespace pumuki::program
