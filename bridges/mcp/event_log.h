#pragma once

#include "bridges/mcp/line_writer.h"
#include "bridges/mcp/reply_target.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace pumuki::mcp {

/// What a log keeps for a client that comes back; older messages are gone.
inline constexpr std::size_t k_max_log_bytes = std::size_t{16} << 20;

/// The messages of one stream to an HTTP client: those that belong to a request and its answer, or
/// those of a session that belong to none. Readers come and go, each with its own position. Any
/// thread.
class EventLog final : public ReplyTarget, public LineSink {
 public:
  void notify(std::string message) override { add(std::move(message), false); }
  void answer(std::string message) override { add(std::move(message), true); }
  void skip() override { finish(); }
  void write_line(std::string line) override { add(std::move(line), false); }
  /// Nothing follows.
  void finish();

  struct News {
    std::vector<std::string> messages;
    /// Position of the first of them.
    std::size_t first = 0;
    bool finished = false;
  };
  /// What came at `from` and after it, as soon as there is something, or when `patience` is over.
  News wait(std::size_t from, std::chrono::milliseconds patience);

  /// Everything before that position reached a client.
  void mark_read(std::size_t position);
  [[nodiscard]] std::size_t read_so_far();

  /// The last reader that asked is the only one; others see a finished stream.
  std::size_t take_over();
  [[nodiscard]] bool owned_by(std::size_t reader);

 private:
  void add(std::string message, bool last);

  std::mutex mutex_;
  std::condition_variable changed_;
  /// Guarded by mutex_. messages_[0] has the position dropped_.
  std::deque<std::string> messages_;
  std::size_t dropped_ = 0;
  std::size_t bytes_ = 0;
  std::size_t reader_ = 0;
  std::size_t read_ = 0;
  bool finished_ = false;
};

/// Finishes a log when its last user is gone: the answers of a batch come in an unknown number of
/// parts.
class FinishingSink final : public LineSink {
 public:
  explicit FinishingSink(std::shared_ptr<EventLog> log) : log_(std::move(log)) {}
  ~FinishingSink() override { log_->finish(); }
  void write_line(std::string line) override { log_->write_line(std::move(line)); }

 private:
  const std::shared_ptr<EventLog> log_;
};

}  // namespace pumuki::mcp
