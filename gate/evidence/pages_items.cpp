#include "gate/evidence/pages_items.h"

#include "gate/core/files.h"
#include "gate/evidence/canonical.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::evidence {
namespace {

/// Source bytes of a list that is answered as one text, and of one piece of a longer one.
constexpr std::uint64_t k_whole_bytes = std::uint64_t{512} << 10;
constexpr std::uint64_t k_piece_bytes = std::uint64_t{64} << 10;
/// A piece whose items lie this close together is read in one go.
constexpr std::uint64_t k_gap_factor = 2;

/// Consecutive items and the part of the file they lie in.
struct Piece {
  std::size_t first = 0;
  std::size_t end = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bytes = 0;
};

Piece next_piece(const ItemList& items, std::size_t first) {
  Piece piece{.first = first, .end = first, .from = items.range(first).offset};
  while (piece.end < items.count && (piece.bytes == 0 || piece.bytes < k_piece_bytes)) {
    const Range range = items.range(piece.end);
    piece.from = std::min(piece.from, range.offset);
    piece.to = std::max(piece.to, range.offset + range.length);
    piece.bytes += range.length;
    ++piece.end;
  }
  return piece;
}

bool append_item(std::string& out, const Index& index, std::string_view source) {
  return index.canonical_spelling ? append_compact(out, source) : append_canonical(out, source);
}

/// Reads and compacts; one per answer, so that its buffers are used again.
class ItemReader {
 public:
  ItemReader(const Index& index, const ItemList& items) : index_(index), items_(items) {}

  /// Appends the items of a piece, each after a comma but the first of the list.
  bool append(std::string& out, const Piece& piece) {
    const bool dense = piece.to - piece.from <= piece.bytes * k_gap_factor;
    if (dense && !read({piece.from, static_cast<std::uint32_t>(piece.to - piece.from)})) {
      return false;
    }
    for (std::size_t item = piece.first; item < piece.end; ++item) {
      const Range range = items_.range(item);
      if (!dense && !read(range)) {
        return false;
      }
      const std::uint64_t start = dense ? range.offset - piece.from : 0;
      if (item > 0) {
        out += ',';
      }
      if (!append_item(out, index_, std::string_view{source_}.substr(start, range.length))) {
        return false;
      }
    }
    return true;
  }

 private:
  bool read(Range range) {
    source_.resize(range.length);
    return read_at(index_.text_fd.get(), range.offset, source_.data(), source_.size()).has_value();
  }

  const Index& index_;
  const ItemList& items_;
  std::string source_;
};

/// Hands every piece of compacted items to `take`, which gets a buffer it may not keep.
bool produce_items(const Index& index, const ItemList& items, const Write& take) {
  ItemReader reader{index, items};
  std::string out;
  for (std::size_t next = 0; next < items.count;) {
    const Piece piece = next_piece(items, next);
    out.clear();
    if (!reader.append(out, piece) || !take(out)) {
      return false;
    }
    next = piece.end;
  }
  return true;
}

std::unexpected<Error> file_changed(const Index& index) {
  return fail(Code::NotReadable, index.summary.path + " changed while it was read");
}

bool is_short(const ItemList& items) {
  std::uint64_t bytes = 0;
  for (std::size_t item = 0; item < items.count && bytes <= k_whole_bytes; ++item) {
    bytes += items.range(item).length;
  }
  return bytes <= k_whole_bytes;
}

}  // namespace

Answer whole_answer(std::string text) {
  const std::uint64_t size = text.size();
  return {std::make_shared<const std::string>(std::move(text)), size, {}};
}

AnswerResult list_answer(std::shared_ptr<const Index> index, ItemList items, std::string prefix,
                         std::string suffix) {
  if (is_short(items)) {
    std::string text = std::move(prefix);
    const bool read = produce_items(*index, items, [&text](std::string_view piece) {
      text += piece;
      return true;
    });
    if (!read) {
      return file_changed(*index);
    }
    text += suffix;
    return whole_answer(std::move(text));
  }
  // Content-Length first: the pieces are made twice rather than kept.
  std::uint64_t size = prefix.size() + suffix.size();
  const bool read = produce_items(*index, items, [&size](std::string_view piece) {
    size += piece.size();
    return true;
  });
  if (!read) {
    return file_changed(*index);
  }
  return Answer{nullptr, size,
                [index = std::move(index), items = std::move(items), prefix = std::move(prefix),
                 suffix = std::move(suffix), size](const Write& write) {
                  std::uint64_t left = size - prefix.size() - suffix.size();
                  const bool sent =
                      write(prefix) && produce_items(*index, items, [&](std::string_view piece) {
                        // A file rewritten in place must not break the announced length.
                        const bool fits = piece.size() <= left;
                        left -= fits ? piece.size() : 0;
                        return fits && write(piece);
                      });
                  return sent && left == 0 && write(suffix);
                }};
}

}  // namespace pumuki::evidence
