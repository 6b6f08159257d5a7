#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::lifecycle {

/// The two lines around a part of a foreign file that belongs to the product.
struct Markers {
  std::string_view start;
  std::string_view end;
};

/// A part from its first marker line to its last, as bytes of the file.
struct Region {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Regions {
  std::vector<Region> complete;
  /// 1-based line of a marker that has no partner; then nothing may be cut.
  std::optional<std::size_t> damaged_line;
};

/// Marker lines may be indented and may end in CR LF. A region includes its last newline; where the
/// file ends with the last marker and no newline, it includes the newline before it instead: that
/// newline was put in with the block (insert_block).
Regions find_regions(std::string_view text, Markers markers);

/// The text without its complete regions; the inverse of insert_block(), byte for byte.
std::string without_regions(std::string_view text, const Regions& regions);

/// Puts `block` (whole lines, the last one without its newline) at `at`, which is the start of a
/// line or the end of the text.
std::string insert_block(std::string_view text, std::size_t at, std::string_view block);

}  // namespace pumuki::lifecycle
