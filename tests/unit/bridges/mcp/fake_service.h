#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/catalogue.h"
#include "bridges/mcp/line_writer.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace pumuki::mcp::test {

/// Keeps lines and lets a test wait for them.
class LineCollector final : public LineSink {
 public:
  void write_line(std::string line) override;
  /// The lines so far, once there are `count` or five seconds are over.
  std::vector<std::string> wait_for(std::size_t count);
  std::vector<std::string> lines();

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::vector<std::string> lines_;
};

/// One tool of every kind, two resources, one template.
Catalogue sample_catalogue();

/// The same with prompts, completions, a watched resource, an output schema and log messages.
Catalogue full_catalogue();

/// `echo` returns its arguments, `fail` a failure, `big` 11 MB, `wait` blocks until release() or
/// until it is stopped, `throw` breaks.
class FakeService final : public Service {
 public:
  ToolAnswer call_tool(const Tool& tool, const Arguments& arguments,
                       const CallContext& context) override;
  std::expected<ResourceAnswer, std::string> read_resource(const ResourceAddress& address,
                                                           const CallContext& context) override;

  std::vector<std::string> complete(std::string_view argument, const CallContext& context) override;
  std::optional<std::string> watch(const ResourceAddress& address,
                                   const CallContext& context) override;

  /// What watch() says from now on.
  void set_state(std::string state);
  void release();
  /// Waits until that many calls of `wait` are running; false after five seconds.
  bool wait_running(std::size_t count);
  std::size_t stopped();
  std::chrono::milliseconds last_time_limit();

 private:
  ToolAnswer wait(const CallContext& context);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool released_ = false;
  std::string state_ = "first";
  std::size_t running_ = 0;
  std::size_t stopped_ = 0;
  std::chrono::milliseconds last_time_limit_{0};
};

}  // namespace pumuki::mcp::test
