#include "bridges/mcp/reply_target.h"

#include "bridges/mcp/replies.h"

#include <utility>

namespace pumuki::mcp {

void BatchReply::answer(std::string message) {
  const std::scoped_lock lock{mutex_};
  if (!array_.empty() && array_.size() + message.size() > k_max_output_line_bytes) {
    flush();
  }
  array_ += array_.empty() ? "[" : ",";
  array_ += message;
  count_down();
}

void BatchReply::skip() {
  const std::scoped_lock lock{mutex_};
  count_down();
}

void BatchReply::count_down() {
  if (--missing_ == 0) {
    flush();
  }
}

void BatchReply::flush() {
  if (!array_.empty()) {
    out_->write_line(std::exchange(array_, {}) + "]");
  }
}

}  // namespace pumuki::mcp
