#include "bridges/mcp/event_log.h"

#include <algorithm>
#include <utility>

namespace pumuki::mcp {

void EventLog::add(std::string message, bool last) {
  const std::scoped_lock lock{mutex_};
  bytes_ += message.size();
  messages_.push_back(std::move(message));
  while (bytes_ > k_max_log_bytes && messages_.size() > 1) {
    bytes_ -= messages_.front().size();
    messages_.pop_front();
    ++dropped_;
  }
  finished_ = finished_ || last;
  changed_.notify_all();
}

void EventLog::finish() {
  const std::scoped_lock lock{mutex_};
  finished_ = true;
  changed_.notify_all();
}

EventLog::News EventLog::wait(std::size_t from, std::chrono::milliseconds patience) {
  std::unique_lock lock{mutex_};
  changed_.wait_for(lock, patience,
                    [&] { return finished_ || dropped_ + messages_.size() > from; });
  News news;
  news.first = std::max(from, dropped_);
  const std::size_t skipped = std::min(news.first - dropped_, messages_.size());
  news.messages.assign(messages_.begin() + static_cast<std::ptrdiff_t>(skipped), messages_.end());
  news.finished = finished_;
  return news;
}

void EventLog::mark_read(std::size_t position) {
  const std::scoped_lock lock{mutex_};
  read_ = std::max(read_, position);
}

std::size_t EventLog::read_so_far() {
  const std::scoped_lock lock{mutex_};
  return read_;
}

std::size_t EventLog::take_over() {
  const std::scoped_lock lock{mutex_};
  return ++reader_;
}

bool EventLog::owned_by(std::size_t reader) {
  const std::scoped_lock lock{mutex_};
  return reader_ == reader;
}

}  // namespace pumuki::mcp
