#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/message.h"
#include "bridges/mcp/reply_target.h"
#include "bridges/mcp/session.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::mcp {

struct WatchLimits {
  /// How often watched resources are looked at while somebody is subscribed.
  std::chrono::milliseconds interval{1'000};
  /// For one look.
  std::chrono::milliseconds deadline{5'000};
  /// Subscriptions of one session, and of all.
  std::size_t per_session = 64;
  std::size_t total = 1024;
};

/// Who wants to hear of changes: sessions (`resources/subscribe`) and open requests
/// (`subscriptions/listen`). A thread looks at the watched resources while there is a subscriber
/// and tells each what it asked for, nothing else. Any thread.
class Subscriptions {
 public:
  struct Listener {
    SessionPointer session;
    RequestId id;
    std::shared_ptr<ReplyTarget> target;
    std::vector<std::string> uris;
    /// Makes the answer that ends it.
    std::function<std::string()> end;
  };

  Subscriptions(const Catalogue& catalogue, Service& service, WatchLimits limits)
      : catalogue_(catalogue), service_(service), limits_(limits) {}
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;
  ~Subscriptions();

  /// False when there are too many. Subscribing twice counts once.
  bool subscribe(const SessionPointer& session, const std::string& uri);
  void unsubscribe(const Session& session, const std::string& uri);
  /// Sends `acknowledgement` first. False when there are too many; nothing was sent then.
  bool listen(Listener listener, std::string acknowledgement);

  /// Ends listeners without an answer, as a cancellation does.
  void cancel(const Session& session, const RequestId& id);
  void cancel(const ReplyTarget& target);
  /// Forgets everything of the session.
  void end(const Session& session);
  /// Answers every listener and takes no more.
  void close();

 private:
  struct Subscriber {
    SessionPointer session;
    std::string uri;
  };

  [[nodiscard]] bool full(const Session& session) const;
  void wake();
  void watch_loop();
  std::vector<std::string> wanted();
  void look(const std::string& uri);
  void tell(const std::string& uri);
  template <class Condition>
  void drop_listeners(Condition condition);

  const Catalogue& catalogue_;
  Service& service_;
  const WatchLimits limits_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  /// Guarded by mutex_. `seen_` holds the last state of every resource that is wanted.
  std::vector<Subscriber> subscribers_;
  std::vector<Listener> listeners_;
  std::map<std::string, std::string> seen_;
  /// Somebody came whose resources were not looked at.
  bool unseen_ = false;
  bool closed_ = false;
  std::thread watcher_;
};

}  // namespace pumuki::mcp
