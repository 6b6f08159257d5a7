#pragma once

#include "bridges/mcp/line_writer.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace pumuki::mcp {

/// Where the answer to one request goes: onto a line of its own, or into the answer of its batch.
/// Exactly one of the two calls is made per request. Any thread.
class ReplyTarget {
 public:
  ReplyTarget() = default;
  ReplyTarget(const ReplyTarget&) = delete;
  ReplyTarget& operator=(const ReplyTarget&) = delete;
  virtual ~ReplyTarget() = default;
  virtual void answer(std::string message) = 0;
  /// The request will not be answered.
  virtual void skip() = 0;
};

class SingleReply final : public ReplyTarget {
 public:
  explicit SingleReply(LineSink& out) : out_(out) {}
  void answer(std::string message) override { out_.write_line(std::move(message)); }
  void skip() override {}

 private:
  LineSink& out_;
};

/// Collects the answers of a batch (MCP 2025-03-26) and writes them as one array when the last is
/// there. Arrays that would pass the limit of a line are written in parts, which the revision
/// allows.
class BatchReply final : public ReplyTarget {
 public:
  BatchReply(LineSink& out, std::size_t requests) : out_(out), missing_(requests) {}
  void answer(std::string message) override;
  void skip() override;

 private:
  void count_down();
  void flush();

  LineSink& out_;
  std::mutex mutex_;
  /// Guarded by mutex_.
  std::size_t missing_;
  std::string array_;
};

}  // namespace pumuki::mcp
