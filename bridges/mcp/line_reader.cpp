#include "bridges/mcp/line_reader.h"

#include "gate/core/text.h"

namespace pumuki::mcp {
namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
/// A buffer that grew beyond this is given back after its line.
constexpr std::size_t k_kept_capacity = std::size_t{256} << 10;

}  // namespace

void LineReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    append(bytes.substr(0, end));
    if (end == std::string_view::npos) {
      return;
    }
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void LineReader::finish() { end_line(); }

void LineReader::append(std::string_view bytes) {
  if (skipping_) {
    return;
  }
  if (pending_.size() + bytes.size() > max_bytes_) {
    skipping_ = true;
    std::string{}.swap(pending_);
    events_.too_long();
    return;
  }
  pending_.append(bytes);
}

void LineReader::end_line() {
  if (skipping_) {
    skipping_ = false;
    first_ = false;
    return;
  }
  std::string_view line = pending_;
  if (first_ && line.starts_with(k_byte_order_mark)) {
    line.remove_prefix(k_byte_order_mark.size());
  }
  first_ = false;
  line = trim(line);
  if (!line.empty()) {
    events_.line(line);
  }
  pending_.clear();
  if (pending_.capacity() > k_kept_capacity) {
    std::string{}.swap(pending_);
  }
}

}  // namespace pumuki::mcp
