#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pumuki::mcp {

/// Room for 16 MiB of payload and its envelope (mcp-protocol §4).
inline constexpr std::size_t k_max_input_line_bytes = std::size_t{17} << 20;

/// Cuts a byte stream into lines, wherever the reads were cut. A line ends with LF; a CR before it,
/// blank lines and one byte order mark at the start of the stream are dropped. A line over the
/// limit is reported once and skipped without being stored. One thread at a time.
class LineReader {
 public:
  struct Events {
    std::function<void(std::string_view line)> line;
    std::function<void()> too_long;
  };

  explicit LineReader(Events events, std::size_t max_bytes = k_max_input_line_bytes)
      : events_(std::move(events)), max_bytes_(max_bytes) {}

  void feed(std::string_view bytes);
  /// End of input: a last line without LF counts.
  void finish();

 private:
  void append(std::string_view bytes);
  void end_line();

  Events events_;
  std::size_t max_bytes_;
  std::string pending_;
  bool skipping_ = false;
  bool first_ = true;
};

}  // namespace pumuki::mcp
