#pragma once

#include <memory>
#include <string_view>

namespace pumuki::stdio {

/// Lines on standard error. Never blocks: a line that the reader does not take at once is dropped,
/// because a client that does not drain stderr must not stop the bridge (mcp-protocol §4). Any
/// thread.
class Log {
 public:
  /// `level` is a name of spdlog ("debug", "info", "warn", "error", "off"); others mean "warn".
  Log(std::string_view program, std::string_view level);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  void debug(std::string_view text);
  void info(std::string_view text);
  void warn(std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pumuki::stdio
