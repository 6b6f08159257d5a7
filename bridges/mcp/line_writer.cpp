#include "bridges/mcp/line_writer.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace pumuki::mcp {
namespace {

/// What a calling thread writes itself; all lists of ours are smaller.
constexpr std::size_t k_max_direct_bytes = std::size_t{64} << 10;

}  // namespace

LineWriter::~LineWriter() {
  {
    const std::scoped_lock lock{mutex_};
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void LineWriter::write_line(std::string line) {
  line.push_back('\n');
  const std::scoped_lock lock{mutex_};
  if (failed_) {
    return;
  }
  if (!busy_ && queue_.empty() && write_now(line)) {
    return;
  }
  enqueue(std::move(line));
}

void LineWriter::enqueue(std::string line) {
  queued_bytes_ += line.size();
  if (queued_bytes_ > k_max_pending_output_bytes) {
    failed_ = true;
    return;
  }
  queue_.push_back(std::move(line));
  if (!thread_.joinable()) {
    thread_ = std::thread{[this] { write_queue(); }};
  }
  changed_.notify_all();
}

/// A descriptor that polls writable takes PIPE_BUF bytes without blocking (pipe(7)).
bool LineWriter::write_now(std::string& line) {
  if (line.size() > k_max_direct_bytes) {
    return false;
  }
  std::size_t done = 0;
  while (done < line.size()) {
    pollfd target{fd_, POLLOUT, 0};
    if (::poll(&target, 1, 0) != 1 || (target.revents & POLLOUT) == 0) {
      break;
    }
    const std::size_t piece = std::min<std::size_t>(line.size() - done, PIPE_BUF);
    const ssize_t written = ::write(fd_, line.data() + done, piece);
    if (written < 0 && errno != EINTR && errno != EAGAIN) {
      failed_ = true;
      return true;
    }
    if (written <= 0) {
      break;
    }
    done += static_cast<std::size_t>(written);
    last_progress_ = Clock::now();
  }
  line.erase(0, done);
  return line.empty();
}

void LineWriter::write_queue() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [&] { return closing_ || failed_ || !queue_.empty(); });
    if (closing_ || failed_) {
      return;
    }
    const std::string line = std::move(queue_.front());
    queue_.pop_front();
    busy_ = true;
    lock.unlock();
    const bool written = write_all(line);
    lock.lock();
    busy_ = false;
    queued_bytes_ -= line.size();
    failed_ = failed_ || !written;
  }
}

bool LineWriter::write_all(const std::string& line) {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = ::write(fd_, line.data() + done, line.size() - done);
    if (written < 0 && errno == EAGAIN) {
      pollfd target{fd_, POLLOUT, 0};
      ::poll(&target, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return false;
    } else if (written > 0) {
      done += static_cast<std::size_t>(written);
      const std::scoped_lock lock{mutex_};
      last_progress_ = Clock::now();
    }
  }
  return true;
}

bool LineWriter::drained() const {
  const std::scoped_lock lock{mutex_};
  return queue_.empty() && !busy_;
}

bool LineWriter::failed() const {
  const std::scoped_lock lock{mutex_};
  return failed_;
}

LineWriter::Clock::time_point LineWriter::last_progress() const {
  const std::scoped_lock lock{mutex_};
  return last_progress_;
}

}  // namespace pumuki::mcp
