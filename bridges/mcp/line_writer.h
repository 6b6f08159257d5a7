#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace pumuki::mcp {

/// Where complete messages go. Implementations are safe to call from any thread and never block.
class LineSink {
 public:
  LineSink() = default;
  LineSink(const LineSink&) = delete;
  LineSink& operator=(const LineSink&) = delete;
  virtual ~LineSink() = default;
  /// `line` is one JSON text without line breaks; the line end is added.
  virtual void write_line(std::string line) = 0;
};

/// Output that was taken but not written may not grow beyond this; the reader is then given up.
inline constexpr std::size_t k_max_pending_output_bytes = std::size_t{256} << 20;

/// Writes lines to a descriptor, each whole and in order. A short line goes out from the calling
/// thread when the descriptor takes it at once (a thread switch would cost more than the write);
/// anything else is left to a thread of its own. After a write error everything is dropped.
class LineWriter final : public LineSink {
 public:
  using Clock = std::chrono::steady_clock;

  /// Does not own `fd`. SIGPIPE must be ignored.
  explicit LineWriter(int fd) : fd_(fd) {}
  /// Waits for the line that is being written; call only when drained() or failed().
  ~LineWriter() override;

  void write_line(std::string line) override;

  /// Everything was handed to the descriptor.
  [[nodiscard]] bool drained() const;
  /// The reader is gone or reads nothing.
  [[nodiscard]] bool failed() const;
  /// When the reader last took bytes.
  [[nodiscard]] Clock::time_point last_progress() const;

 private:
  /// Both with mutex_ held. write_now()
  /// leaves in `line` what the descriptor did not take; true when nothing is left to do.
  bool write_now(std::string& line);
  void enqueue(std::string line);
  void write_queue();
  bool write_all(const std::string& line);

  int fd_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  /// Guarded by mutex_. While `busy_` or a queue exists, only the thread writes.
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  bool busy_ = false;
  bool failed_ = false;
  bool closing_ = false;
  Clock::time_point last_progress_ = Clock::now();
  std::thread thread_;
};

}  // namespace pumuki::mcp
