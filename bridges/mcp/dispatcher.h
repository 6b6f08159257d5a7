#pragma once

#include "bridges/mcp/call_runner.h"
#include "bridges/mcp/methods.h"
#include "bridges/mcp/session.h"
#include "bridges/mcp/subscriptions.h"

#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// An MCP server without its transport: messages of sessions in, answers to their targets out. It
/// settles the revision of each message and finds the method; the methods do the rest. What needs
/// no work is answered in the calling thread; calls and reads go to the workers. Messages of one
/// session come one at a time; sessions may use different threads.
class Dispatcher {
 public:
  /// A batch with more messages is refused.
  static constexpr std::size_t k_max_batch_messages = 1000;
  using Target = std::shared_ptr<ReplyTarget>;

  Dispatcher(const Catalogue& catalogue, Service& service, CallLimits limits = {},
             WatchLimits watch = {});
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  ~Dispatcher() { close(); }

  /// One line of a byte stream; answers go to the session's sink.
  void handle_line(const SessionPointer& session, std::string_view line);
  /// A line over the transport's limit was skipped.
  void refuse_long_line(const SessionPointer& session);
  /// Messages of another transport, and where the answer goes. Bad messages and requests are
  /// answered (or skipped) exactly once; notifications and responses never.
  void handle(const SessionPointer& session, const Message& message, const Target& target);
  void handle_batch(const SessionPointer& session, const Line& line,
                    const std::shared_ptr<LineSink>& out);

  /// The request says itself that it is stateless: by its `_meta`, or by a method that no other
  /// revision has.
  static bool is_stateless(const Request& request);

  /// Nobody reads the answer any more: what works for it stops.
  void abandon(const ReplyTarget& target);
  /// The session is over.
  void end(const Session& session);

  /// No call runs or waits. Subscriptions do not count.
  [[nodiscard]] bool idle() const { return runner_.idle(); }
  /// Answers open subscriptions, cancels what runs and takes no more.
  void close();

 private:
  void handle_request(const SessionPointer& session, const Request& request, const Target& target);
  void handle_notification(const Session& session, const Notification& notification);
  static void refuse(const Session& session, const BadMessage& bad, const Target& target);
  static std::expected<const Revision*, RpcError> revision_of(const Session& session,
                                                              const Request& request);
  void start(const Asked& asked, const Methods::Method& method, Methods::Work work);

  const Catalogue& catalogue_;
  Subscriptions subscriptions_;
  Methods methods_;
  CallRunner runner_;
};

}  // namespace pumuki::mcp
