#include "bridges/mcp/http_sessions.h"

#include "bridges/mcp/dispatcher.h"

#include <sys/random.h>

#include <algorithm>
#include <array>

namespace pumuki::mcp {
namespace {

/// 128 bits as visible ASCII.
std::string new_id() {
  static constexpr std::string_view k_digits = "0123456789abcdef";
  std::array<unsigned char, 16> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const auto count = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    filled += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  std::string id;
  for (const unsigned char byte : bytes) {
    id += k_digits[byte >> 4U];
    id += k_digits[byte & 0xFU];
  }
  return id;
}

}  // namespace

HttpSessions::Handle HttpSessions::open() {
  const std::scoped_lock lock{mutex_};
  if (sessions_.size() >= k_max_http_sessions) {
    drop(
        std::ranges::min_element(sessions_, {}, [](const auto& item) { return item.second.used; }));
  }
  HttpSession session;
  session.id = new_id();
  session.general = std::make_shared<EventLog>();
  session.session = std::make_shared<Session>(session.general);
  session.used = std::chrono::steady_clock::now();
  Handle handle{session.id, session.session, session.general};
  sessions_.emplace(handle.id, std::move(session));
  return handle;
}

std::optional<HttpSessions::Handle> HttpSessions::find(std::string_view id) {
  const std::scoped_lock lock{mutex_};
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) {
    return std::nullopt;
  }
  HttpSession& session = found->second;
  session.used = std::chrono::steady_clock::now();
  return Handle{session.id, session.session, session.general};
}

bool HttpSessions::end(std::string_view id) {
  const std::scoped_lock lock{mutex_};
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) {
    return false;
  }
  drop(found);
  return true;
}

/// Its calls are stopped, its streams end, its id is unknown from now on.
void HttpSessions::drop(std::map<std::string, HttpSession, std::less<>>::iterator session) {
  dispatcher_.end(*session->second.session);
  session->second.general->finish();
  for (const auto& [number, log] : session->second.streams) {
    log->finish();
  }
  sessions_.erase(session);
}

std::size_t HttpSessions::keep(std::string_view id, const std::shared_ptr<EventLog>& log) {
  const std::scoped_lock lock{mutex_};
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) {
    return 0;
  }
  HttpSession& session = found->second;
  const std::size_t number = session.next_stream++;
  session.streams.emplace(number, log);
  if (session.streams.size() > k_max_resumable_streams) {
    session.streams.erase(session.streams.begin());
  }
  return number;
}

void HttpSessions::forget(std::string_view id, std::size_t number) {
  const std::scoped_lock lock{mutex_};
  const auto found = sessions_.find(id);
  if (found != sessions_.end()) {
    found->second.streams.erase(number);
  }
}

std::shared_ptr<EventLog> HttpSessions::stream(std::string_view id, std::size_t number) {
  const std::scoped_lock lock{mutex_};
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) {
    return nullptr;
  }
  if (number == 0) {
    return found->second.general;
  }
  const auto stream = found->second.streams.find(number);
  return stream == found->second.streams.end() ? nullptr : stream->second;
}

}  // namespace pumuki::mcp
