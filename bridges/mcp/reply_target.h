#pragma once

#include "bridges/mcp/line_writer.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pumuki::mcp {

/// Where the answer to one request goes: onto a line of its own, into the answer of its batch, or
/// into the reply to an HTTP request. Exactly one of answer() and skip() is called per request,
/// notify() only before. Never blocks. Any thread.
class ReplyTarget {
 public:
  ReplyTarget() = default;
  ReplyTarget(const ReplyTarget&) = delete;
  ReplyTarget& operator=(const ReplyTarget&) = delete;
  virtual ~ReplyTarget() = default;
  virtual void answer(std::string message) = 0;
  /// A notification that belongs to the request: progress, a log message, a change listened for.
  virtual void notify(std::string message) = 0;
  /// The request will not be answered.
  virtual void skip() = 0;
};

class SingleReply final : public ReplyTarget {
 public:
  explicit SingleReply(std::shared_ptr<LineSink> out) : out_(std::move(out)) {}
  void answer(std::string message) override { out_->write_line(std::move(message)); }
  void notify(std::string message) override { out_->write_line(std::move(message)); }
  void skip() override {}

 private:
  const std::shared_ptr<LineSink> out_;
};

/// Collects the answers of a batch (MCP 2025-03-26) and writes them as one array when the last is
/// there. Arrays that would pass the limit of a line are written in parts, which the revision
/// allows.
class BatchReply final : public ReplyTarget {
 public:
  BatchReply(std::shared_ptr<LineSink> out, std::size_t requests)
      : out_(std::move(out)), missing_(requests) {}
  void answer(std::string message) override;
  void notify(std::string message) override { out_->write_line(std::move(message)); }
  void skip() override;

 private:
  void count_down();
  void flush();

  const std::shared_ptr<LineSink> out_;
  std::mutex mutex_;
  /// Guarded by mutex_.
  std::size_t missing_;
  std::string array_;
};

}  // namespace pumuki::mcp
