#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pumuki::evidence {

/// Offset of the first byte that keeps `text` from being JSON (RFC 8259), its size when it ends too
/// early; nothing when it is JSON. Why not the parser's own place: it finds cut strings and open
/// brackets before it knows where they began. Only for texts that were refused: it is slow.
std::optional<std::uint64_t> fault_place(std::string_view text);

}  // namespace pumuki::evidence
