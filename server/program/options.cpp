#include "server/program/options.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/core/version.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

namespace pumuki::program {
namespace {

constexpr std::string_view k_default_host = "127.0.0.1";
constexpr int k_exit_cannot_start = 1;
constexpr int k_exit_usage = 2;

/// What stood on the command line; nothing for an absent option.
struct CommandLine {
  std::optional<std::string> host;
  std::optional<std::string> port;
  std::optional<std::string> route;
  std::optional<std::string> project;
  std::string log_level = "info";
  bool owned = false;
};

std::string variable_note(std::string_view what, std::string_view variable) {
  return std::string{what} + " (else " + std::string{variable} + ")";
}

void describe_options(CLI::App& app, const ServerSpec& spec, CommandLine& line) {
  app.add_option("--host", line.host, variable_note("address to bind", spec.host_variable));
  app.add_option("--port", line.port,
                 variable_note("port, 0 for any free one", spec.port_variable));
  if (!spec.route_variable.empty()) {
    app.add_option("--route", line.route, variable_note("base path", spec.route_variable));
  }
  app.add_option("--project", line.project,
                 "repository to serve (else CLAUDE_PROJECT_DIR, else the working directory)");
  app.add_option("--log-level", line.log_level, "what is logged to stderr")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "critical", "off"}))
      ->capture_default_str();
  app.add_flag("--owned", line.owned, "end when standard input ends");
  app.set_version_flag("--version",
                       std::string{spec.program} + ' ' + std::string{product_version()});
}

/// The option, else the variable; both only when not empty.
std::optional<std::string> first_given(const std::optional<std::string>& option,
                                       std::optional<std::string_view> variable) {
  if (option && !option->empty()) {
    return option;
  }
  if (variable && !variable->empty()) {
    return std::string{*variable};
  }
  return std::nullopt;
}

/// Unlike a host, an empty port or route is a value of its own.
std::optional<std::string> first_set(const std::optional<std::string>& option,
                                     std::optional<std::string_view> variable) {
  if (option) {
    return option;
  }
  return variable ? std::optional<std::string>{std::string{*variable}} : std::nullopt;
}

std::string absolute(const std::string& path, const std::string& working_directory) {
  return path.starts_with('/') ? path : working_directory + '/' + path;
}

Result<std::string> choose_project(const CommandLine& line, const Surroundings& surroundings) {
  if (line.project) {
    const std::string path = real_path(absolute(*line.project, surroundings.working_directory));
    if (path.empty() || !is_directory(path)) {
      return fail(Code::NotFound, "the project folder " + *line.project + " does not exist");
    }
    return path;
  }
  const auto variable = surroundings.environment.get("CLAUDE_PROJECT_DIR");
  if (variable && !variable->empty()) {
    const std::string path =
        real_path(absolute(std::string{*variable}, surroundings.working_directory));
    if (is_directory(path)) {
      return path;
    }
  }
  return surroundings.working_directory;
}

std::vector<std::string> host_list(std::optional<std::string_view> variable) {
  std::vector<std::string> hosts;
  for (const std::string_view part : split(variable.value_or(""), ',')) {
    if (const auto host = trim(part); !host.empty()) {
      hosts.emplace_back(host);
    }
  }
  return hosts;
}

Start cannot_start(const Error& error) {
  Start start;
  start.exit_code = k_exit_cannot_start;
  start.err =
      std::string{code_text(error.code)} + ": " + describe(error) + "; " + error.hint + '\n';
  return start;
}

Start complete(const ServerSpec& spec, const Surroundings& surroundings, const CommandLine& line) {
  const Environment& environment = surroundings.environment;
  ServerOptions options;
  options.host = first_given(line.host, environment.get(spec.host_variable))
                     .value_or(std::string{k_default_host});
  options.port = spec.default_port;
  if (const auto text = first_set(line.port, environment.get(spec.port_variable))) {
    const auto port = parse_port(*text);
    if (!port) {
      return cannot_start(port.error());
    }
    options.port = *port;
  }
  if (!spec.route_variable.empty()) {
    options.route = normal_route(first_set(line.route, environment.get(spec.route_variable))
                                     .value_or(std::string{spec.default_route}));
  }
  auto project = choose_project(line, surroundings);
  if (!project) {
    return cannot_start(project.error());
  }
  options.project = std::move(*project);
  options.allowed_hosts = host_list(environment.get("PUMUKI_ALLOWED_HOSTS"));
  options.log_level = line.log_level;
  options.owned = line.owned;
  Start start;
  start.options = std::move(options);
  return start;
}

}  // namespace

Result<std::uint16_t> parse_port(std::string_view text) {
  unsigned value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool digits_only =
      !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits_only || parsed.ec != std::errc{} ||
      value > std::numeric_limits<std::uint16_t>::max()) {
    return fail(Code::PortInvalid, "'" + std::string{text} + "' is not a port; use 0 to 65535");
  }
  return static_cast<std::uint16_t>(value);
}

std::string normal_route(std::string_view text) {
  const auto end = text.find_last_not_of('/');
  std::string route{text.substr(0, end == std::string_view::npos ? 0 : end + 1)};
  if (!route.starts_with('/')) {
    route.insert(route.begin(), '/');
  }
  return route;
}

Start read_options(const ServerSpec& spec, const Surroundings& surroundings) {
  CommandLine line;
  CLI::App app{"Serves one repository over HTTP on loopback.", std::string{spec.program}};
  describe_options(app, spec, line);
  // The library wants the arguments last first.
  std::vector<std::string> arguments = surroundings.arguments;
  std::ranges::reverse(arguments);
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& fault) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(fault, out, err);
    Start start;
    start.exit_code = code == 0 ? 0 : k_exit_usage;
    start.out = out.str();
    start.err = err.str();
    return start;
  }
  return complete(spec, surroundings, line);
}

}  // namespace pumuki::program
