#pragma once

#include "bridges/stdio/address.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::stdio {

struct ServerProcessSpec {
  /// Absolute path of the program.
  std::string program;
  std::vector<std::string> arguments;
  /// "NAME=value" lines, complete.
  std::vector<std::string> environment;
  std::string working_directory;
};

/// A server that belongs to this process. Its standard input is a pipe that only this process
/// holds: whatever ends this process, also SIGKILL, ends that pipe, and with it the server
/// (engine-link §6, ruling 29). Its output goes nowhere near ours; the last lines of its standard
/// error are kept. Any thread.
class ServerProcess {
 public:
  static Result<std::unique_ptr<ServerProcess>> start(const ServerProcessSpec& spec);

  ServerProcess() = default;
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  virtual ~ServerProcess() = default;

  /// Waits for the start line on its standard output and reads the address in it.
  virtual Result<Address> wait_listening(std::chrono::steady_clock::time_point until) = 0;
  [[nodiscard]] virtual bool alive() const = 0;
  /// Ends it and all it started: end of input and SIGTERM, after 400 ms SIGKILL. Also ends
  /// wait_listening().
  virtual void stop() = 0;
};

/// The program beside this process's own file, else the first of that name in PATH; empty when
/// there is none.
std::string find_program(std::string_view name, const Environment& environment);

/// The environment for a server: without git's variables (ruling 27) and without secrets it has no
/// use for.
std::vector<std::string> server_environment(const Environment& environment);

/// The address in "… http://host:port/route"; nothing when the line has none.
std::optional<Address> address_in(std::string_view line);

}  // namespace pumuki::stdio
