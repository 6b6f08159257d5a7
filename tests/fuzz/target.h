#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// What every fuzz target defines: runs one input, which may be any bytes. A finding ends the
/// process.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace pumuki::fuzz {

/// A promise of the code under test that the input broke.
inline void require(bool holds) {
  if (!holds) {
    __builtin_trap();
  }
}

/// The bytes of an input: choices from its front, the rest as text.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      // The bytes are the same; only the name of their type differs.
      : text_(reinterpret_cast<const char*>(data), size) {}

  /// A number below `limit` (at most 256); 0 when nothing is left.
  std::size_t choice(std::size_t limit) {
    if (text_.empty()) {
      return 0;
    }
    const auto byte = static_cast<unsigned char>(text_.front());
    text_.remove_prefix(1);
    return byte % limit;
  }
  /// As many bytes from the front as there are, at most `size`.
  std::string_view take(std::size_t size) {
    const std::string_view piece = text_.substr(0, size);
    text_.remove_prefix(piece.size());
    return piece;
  }
  [[nodiscard]] std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

/// Hands `text` on in pieces whose lengths are the bytes of `cuts`, over and over; whole without
/// cuts. A zero is an empty piece.
template <class Take>
void in_pieces(std::string_view text, std::string_view cuts, Take&& take) {
  std::size_t next = 0;
  std::size_t empty = 0;
  while (!text.empty()) {
    // Nothing but zeros would never end.
    const bool whole = cuts.empty() || empty == cuts.size();
    const std::size_t wanted =
        whole ? text.size() : static_cast<unsigned char>(cuts[next++ % cuts.size()]);
    const std::size_t length = std::min(wanted, text.size());
    empty = length == 0 ? empty + 1 : 0;
    take(text.substr(0, length));
    text.remove_prefix(length);
  }
}

}  // namespace pumuki::fuzz
