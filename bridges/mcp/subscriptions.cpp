#include "bridges/mcp/subscriptions.h"

#include "bridges/mcp/replies.h"
#include "gate/core/json_writer.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace pumuki::mcp {
namespace {

std::string updated(const std::string& uri, const RequestId* subscription) {
  JsonWriter json;
  json.begin_object();
  if (subscription != nullptr) {
    json.key("_meta").begin_object().member_raw(k_meta_subscription, subscription->raw);
    json.end_object();
  }
  json.member("uri", uri).end_object();
  return notification_message("notifications/resources/updated", json.text());
}

}  // namespace

Subscriptions::~Subscriptions() {
  close();
  if (watcher_.joinable()) {
    watcher_.join();
  }
}

bool Subscriptions::full(const Session& session) const {
  const auto same = [&](const auto& item) { return item.session.get() == &session; };
  const auto own =
      std::ranges::count_if(subscribers_, same) + std::ranges::count_if(listeners_, same);
  return closed_ || static_cast<std::size_t>(own) >= limits_.per_session ||
         subscribers_.size() + listeners_.size() >= limits_.total;
}

bool Subscriptions::subscribe(const SessionPointer& session, const std::string& uri) {
  const std::scoped_lock lock{mutex_};
  const bool known = std::ranges::any_of(subscribers_, [&](const Subscriber& item) {
    return item.session == session && item.uri == uri;
  });
  if (known) {
    return true;
  }
  if (full(*session)) {
    return false;
  }
  subscribers_.push_back({session, uri});
  wake();
  return true;
}

void Subscriptions::unsubscribe(const Session& session, const std::string& uri) {
  const std::scoped_lock lock{mutex_};
  std::erase_if(subscribers_, [&](const Subscriber& item) {
    return item.session.get() == &session && item.uri == uri;
  });
}

bool Subscriptions::listen(Listener listener, std::string acknowledgement) {
  const std::scoped_lock lock{mutex_};
  if (full(*listener.session)) {
    return false;
  }
  listener.target->notify(std::move(acknowledgement));
  listeners_.push_back(std::move(listener));
  wake();
  return true;
}

template <class Condition>
void Subscriptions::drop_listeners(Condition condition) {
  const std::scoped_lock lock{mutex_};
  std::erase_if(listeners_, [&](const Listener& listener) {
    const bool drop = condition(listener);
    if (drop) {
      listener.target->skip();
    }
    return drop;
  });
}

void Subscriptions::cancel(const Session& session, const RequestId& id) {
  drop_listeners([&](const Listener& listener) {
    return listener.session.get() == &session && listener.id.key == id.key;
  });
}

void Subscriptions::cancel(const ReplyTarget& target) {
  drop_listeners([&](const Listener& listener) { return listener.target.get() == &target; });
}

void Subscriptions::end(const Session& session) {
  drop_listeners([&](const Listener& listener) { return listener.session.get() == &session; });
  const std::scoped_lock lock{mutex_};
  std::erase_if(subscribers_,
                [&](const Subscriber& item) { return item.session.get() == &session; });
}

void Subscriptions::close() {
  stop_.request_stop();
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  for (const Listener& listener : std::exchange(listeners_, {})) {
    listener.target->answer(listener.end());
  }
  subscribers_.clear();
  changed_.notify_all();
}

/// With mutex_ held. The first look at a resource happens at once, so that no later change is
/// missed.
void Subscriptions::wake() {
  if (!watcher_.joinable()) {
    watcher_ = std::thread{[this] { watch_loop(); }};
  }
  unseen_ = true;
  changed_.notify_all();
}

void Subscriptions::watch_loop() {
  while (true) {
    for (const std::string& uri : wanted()) {
      look(uri);
    }
    std::unique_lock lock{mutex_};
    changed_.wait_for(lock, limits_.interval, [&] { return closed_ || unseen_; });
    unseen_ = false;
    if (closed_) {
      return;
    }
  }
}

/// What somebody listens to; what nobody listens to any more is forgotten.
std::vector<std::string> Subscriptions::wanted() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [&] { return closed_ || !subscribers_.empty() || !listeners_.empty(); });
  std::vector<std::string> uris;
  for (const Subscriber& item : subscribers_) {
    uris.push_back(item.uri);
  }
  for (const Listener& listener : listeners_) {
    uris.insert(uris.end(), listener.uris.begin(), listener.uris.end());
  }
  std::ranges::sort(uris);
  uris.erase(std::ranges::unique(uris).begin(), uris.end());
  std::erase_if(seen_,
                [&](const auto& item) { return !std::ranges::binary_search(uris, item.first); });
  return uris;
}

void Subscriptions::look(const std::string& uri) {
  const auto address = find_resource(catalogue_, uri);
  if (!address || stop_.stop_requested()) {
    return;
  }
  std::optional<std::string> state;
  try {
    state =
        service_.watch(*address, {.stop = stop_.get_token(),
                                  .deadline = std::chrono::steady_clock::now() + limits_.deadline});
  } catch (const std::exception&) {
    return;  // what cannot be told now is looked at again
  }
  if (!state) {
    return;
  }
  const std::scoped_lock lock{mutex_};
  const auto [seen, first] = seen_.try_emplace(uri, *state);
  if (!first && seen->second != *state) {
    seen->second = *std::move(state);
    tell(uri);
  }
}

void Subscriptions::tell(const std::string& uri) {
  for (const Subscriber& item : subscribers_) {
    if (item.uri == uri) {
      item.session->out().write_line(updated(uri, nullptr));
    }
  }
  for (const Listener& listener : listeners_) {
    if (std::ranges::find(listener.uris, uri) != listener.uris.end()) {
      listener.target->notify(updated(uri, &listener.id));
    }
  }
}

}  // namespace pumuki::mcp
