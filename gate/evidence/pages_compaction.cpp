#include "gate/evidence/pages_compaction.h"

#include <simdjson.h>

#include <cstddef>

namespace pumuki::evidence {
namespace {

/// The library may write a little past the end of what it keeps.
constexpr std::size_t k_slack_bytes = 256;
/// Below this a call into the library costs more than it saves.
constexpr std::size_t k_worthwhile_bytes = 128;

bool is_white_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

StreamCompactor::StreamCompactor(std::size_t max_piece_bytes)
    : out_(std::make_unique<char[]>(max_piece_bytes + k_slack_bytes)) {}

std::string_view StreamCompactor::compact(std::string_view piece) {
  used_ = 0;
  // A line feed never stands inside a JSON string, so whole lines can be cut out anywhere.
  const std::size_t first = piece.find('\n');
  const std::size_t last = piece.rfind('\n');
  if (first == std::string_view::npos || last - first < k_worthwhile_bytes) {
    take_slowly(piece);
  } else {
    take_slowly(piece.substr(0, first));
    take_quickly(piece.substr(first, last - first));
    take_slowly(piece.substr(last));
  }
  return {out_.get(), used_};
}

void StreamCompactor::take_slowly(std::string_view text) {
  for (const char c : text) {
    if (in_string_) {
      in_string_ = after_backslash_ || c != '"';
      after_backslash_ = !after_backslash_ && c == '\\';
      out_[used_++] = c;
    } else if (!is_white_space(c)) {
      in_string_ = c == '"';
      out_[used_++] = c;
    }
  }
}

void StreamCompactor::take_quickly(std::string_view lines) {
  in_string_ = false;
  after_backslash_ = false;
  std::size_t written = 0;
  if (simdjson::minify(lines.data(), lines.size(), out_.get() + used_, written) ==
      simdjson::SUCCESS) {
    used_ += written;
  } else {
    take_slowly(lines);
  }
}

}  // namespace pumuki::evidence
