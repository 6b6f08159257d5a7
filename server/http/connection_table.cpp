#include "server/http/connection_table.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <utility>

namespace pumuki::http {

void ConnectionTable::add(UniqueFd fd) {
  auto connection = std::make_unique<Connection>();
  connection->request_deadline = std::chrono::steady_clock::now() + k_request_deadline;
  connection->deadline = connection->request_deadline;
  connection->fd = std::move(fd);
  const std::lock_guard lock{mutex_};
  if (entries_.size() >= k_max_connections && !close_oldest_locked()) {
    return;
  }
  connection->id = next_id_++;
  auto& entry = entries_[connection->id];
  entry.fd = connection->fd.get();
  arm_locked(*connection);
  entry.waiting = std::move(connection);
}

std::unique_ptr<Connection> ConnectionTable::take(std::uint64_t id) {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : std::move(found->second.waiting);
}

void ConnectionTable::park(std::unique_ptr<Connection> connection) {
  {
    const std::lock_guard lock{mutex_};
    if (!stopping_) {
      arm_locked(*connection);
      auto& entry = entries_[connection->id];
      entry.waiting = std::move(connection);
      return;
    }
  }
  close(std::move(connection));
}

void ConnectionTable::close(std::unique_ptr<Connection> connection) {
  const std::lock_guard lock{mutex_};
  entries_.erase(connection->id);
  connection.reset();
  if (entries_.empty()) {
    emptied_.notify_all();
  }
}

std::vector<std::unique_ptr<Connection>> ConnectionTable::take_expired(SteadyTime now) {
  std::vector<std::unique_ptr<Connection>> expired;
  const std::lock_guard lock{mutex_};
  for (auto& [id, entry] : entries_) {
    if (entry.waiting && entry.waiting->deadline <= now) {
      expired.push_back(std::move(entry.waiting));
    }
  }
  return expired;
}

bool ConnectionTable::close_oldest_waiting() {
  const std::lock_guard lock{mutex_};
  return close_oldest_locked();
}

bool ConnectionTable::empty() const {
  const std::lock_guard lock{mutex_};
  return entries_.empty();
}

void ConnectionTable::stop() {
  const std::lock_guard lock{mutex_};
  stopping_ = true;
  std::erase_if(entries_, [](const auto& item) { return item.second.waiting != nullptr; });
  if (entries_.empty()) {
    emptied_.notify_all();
  }
}

bool ConnectionTable::wait_until_empty(std::chrono::milliseconds limit) {
  std::unique_lock lock{mutex_};
  return emptied_.wait_for(lock, limit, [this] { return entries_.empty(); });
}

void ConnectionTable::break_taken() {
  const std::lock_guard lock{mutex_};
  for (const auto& [id, entry] : entries_) {
    ::shutdown(entry.fd, SHUT_RDWR);
  }
}

bool ConnectionTable::close_oldest_locked() {
  auto oldest = entries_.end();
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->second.waiting && (oldest == entries_.end() || entry->first < oldest->first)) {
      oldest = entry;
    }
  }
  if (oldest == entries_.end()) {
    return false;
  }
  entries_.erase(oldest);
  return true;
}

void ConnectionTable::arm_locked(Connection& connection) const {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLONESHOT;
  event.data.u64 = connection.id;
  const int operation = connection.registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  connection.registered = ::epoll_ctl(epoll_fd_, operation, connection.fd.get(), &event) == 0;
}

}  // namespace pumuki::http
