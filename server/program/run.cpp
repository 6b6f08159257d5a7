#include "server/program/run.h"

#include "server/program/stop_watch.h"

#include <malloc.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace pumuki::program {
namespace {

constexpr int k_exit_cannot_start = 1;
constexpr int k_exit_defect = 2;

/// Large blocks go back to the system when they are freed, whatever was freed before: left alone,
/// the allocator raises both limits after the first large block, and a reload of the evidence stays
/// in memory (performance §2, M3 and M4).
void fix_allocator_limits() {
  constexpr int k_mapped_from_bytes = 1 << 20;
  constexpr int k_kept_free_bytes = 256 << 10;
  mallopt(M_MMAP_THRESHOLD, k_mapped_from_bytes);
  mallopt(M_TRIM_THRESHOLD, k_kept_free_bytes);
}

void put(std::FILE* to, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
}

void set_up_log(const ServerSpec& spec, const std::string& level) {
  auto logger = std::make_shared<spdlog::logger>(std::string{spec.program},
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_level(spdlog::level::from_str(level == "error" ? "err" : level));
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %n %l: %v");
  spdlog::set_default_logger(std::move(logger));
}

std::string in_brackets(const std::string& host) {
  return host.contains(':') && !host.starts_with('[') ? '[' + host + ']' : host;
}

std::string start_failure(const Error& error) {
  // The message of a taken port already begins with its code.
  const std::string code =
      error.code == Code::AddressInUse ? std::string{} : std::string{code_text(error.code)} + ": ";
  return code + describe(error) + (error.hint.empty() ? "" : "; " + error.hint) + '\n';
}

int serve(const ServerSpec& spec, const ServerOptions& options, StopWatch& watch,
          http::Listener& listener) {
  watch.start(options.owned, [&listener] { listener.stop(); });
  const std::string address =
      "http://" + in_brackets(options.host) + ':' + std::to_string(listener.port()) + options.route;
  put(stdout, std::string{spec.program} + " listening on " + address + '\n');
  spdlog::info("serves {} at {}", options.project, address);
  listener.run();
  // run() may return before stop() does.
  watch.end();
  spdlog::info("ended");
  return 0;
}

int run(const ServerSpec& spec, http::Unmatched unmatched, const MakeRoutes& make_routes,
        std::vector<std::string> arguments) {
  fix_allocator_limits();
  StopWatch watch;
  std::error_code no_directory;
  const Surroundings surroundings{std::move(arguments),
                                  Environment::from_process().without({"GIT_"}),
                                  std::filesystem::current_path(no_directory).string()};
  const Start start = read_options(spec, surroundings);
  put(stdout, start.out);
  put(stderr, start.err);
  if (!start.options) {
    return start.exit_code;
  }
  const ServerOptions& options = *start.options;
  set_up_log(spec, options.log_level);
  if (::chdir(options.project.c_str()) != 0) {
    put(stderr, "NOT_READABLE: cannot enter " + options.project + '\n');
    return k_exit_cannot_start;
  }
  auto listener = http::Listener::open({.host = options.host,
                                        .port = options.port,
                                        .allowed_hosts = options.allowed_hosts,
                                        .unmatched = unmatched,
                                        .port_variable = std::string{spec.port_variable}},
                                       make_routes(options, surroundings.environment));
  if (!listener) {
    put(stderr, start_failure(listener.error()));
    return k_exit_cannot_start;
  }
  return serve(spec, options, watch, **listener);
}

}  // namespace

int run_server(const ServerSpec& spec, http::Unmatched unmatched, const MakeRoutes& make_routes,
               std::vector<std::string> arguments) {
  try {
    return run(spec, unmatched, make_routes, std::move(arguments));
  } catch (const std::exception& fault) {
    put(stderr, std::string{code_text(Code::Internal)} + ": " + fault.what() + '\n');
    return k_exit_defect;
  }
}

}  // namespace pumuki::program
