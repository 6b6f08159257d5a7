#pragma once

#include "bridges/mcp/call_runner.h"
#include "bridges/mcp/replies.h"

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// An MCP server without its transport: lines in, lines out. What needs no work is answered in the
/// calling thread; calls and reads go to the workers. One thread feeds it.
class Dispatcher {
 public:
  /// A batch with more messages is refused.
  static constexpr std::size_t k_max_batch_messages = 1000;

  Dispatcher(const Catalogue& catalogue, Service& service, LineSink& out, CallLimits limits = {});

  void handle_line(std::string_view line);
  /// A line over the transport's limit was skipped.
  void refuse_long_line();

  [[nodiscard]] bool idle() const { return runner_.idle(); }
  /// Cancels what runs and takes no more calls.
  void close() { runner_.close(); }

 private:
  using Target = std::shared_ptr<ReplyTarget>;
  using Immediate = std::expected<std::string, RpcError>;
  using Work = std::function<std::string(const CallContext&)>;
  using Deferred = std::expected<Work, RpcError>;
  struct Method {
    std::string_view name;
    /// Exactly one of the two is set.
    Immediate (Dispatcher::*now)(std::string_view params);
    Deferred (Dispatcher::*later)(const RequestId& id, std::string_view params);
  };
  static std::span<const Method> methods();

  void handle_batch(const Line& line);
  void handle(const Message& message, const Target& target);
  void handle_request(const Request& request, const Target& target);
  void handle_notification(const Notification& notification);
  void refuse(const BadMessage& bad, const Target& target);
  void start(const Request& request, Work work, const Target& target);

  Immediate initialize(std::string_view params);
  Immediate ping(std::string_view params);
  Immediate list_tools(std::string_view params);
  Immediate list_resources(std::string_view params);
  Immediate list_templates(std::string_view params);
  Deferred call_tool(const RequestId& id, std::string_view params);
  Deferred read_resource(const RequestId& id, std::string_view params);

  const Catalogue& catalogue_;
  Service& service_;
  LineSink& out_;
  /// The row of the last `initialize`. A call keeps the one it came under.
  const Revision* revision_;
  Target single_;
  CallRunner runner_;
};

}  // namespace pumuki::mcp
