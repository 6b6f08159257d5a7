#pragma once

#include <memory>
#include <string_view>

namespace pumuki::evidence {

/// Removes white space between the tokens of JSON text that comes in pieces cut anywhere. The text
/// must be valid JSON; otherwise the result is some text, never more than came in.
class StreamCompactor {
 public:
  /// Pieces are at most this long.
  explicit StreamCompactor(std::size_t max_piece_bytes);

  /// The compacted piece; valid until the next call.
  std::string_view compact(std::string_view piece);

 private:
  void take_slowly(std::string_view text);
  void take_quickly(std::string_view lines);

  std::unique_ptr<char[]> out_;
  std::size_t used_ = 0;
  bool in_string_ = false;
  bool after_backslash_ = false;
};

}  // namespace pumuki::evidence
