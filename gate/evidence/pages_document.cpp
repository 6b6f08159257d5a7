#include "gate/evidence/pages_document.h"

#include "gate/core/files.h"
#include "gate/evidence/pages_compaction.h"
#include "gate/evidence/pages_respelling.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki::evidence {
namespace {

constexpr std::size_t k_piece_bytes = std::size_t{64} << 10;
constexpr std::string_view k_consolidation_json = "\"consolidation\"";

/// Writes one document; counts, so that the announced length is kept whatever the file has become.
class DocumentWriter {
 public:
  DocumentWriter(const Index& index, std::uint64_t size, const Write& write)
      : index_(index), left_(size), write_(write) {}

  bool write_all(bool with_consolidation) {
    std::string opening = "{";
    for (const DocumentMember& member : index_.members) {
      if (!with_consolidation && member.name_json == k_consolidation_json) {
        continue;
      }
      if (!put(opening + member.name_json + ':') || !put_value(member.range)) {
        return false;
      }
      opening = ",";
    }
    return put(index_.members.empty() ? "{}" : "}") && left_ == 0;
  }

 private:
  bool put(std::string_view bytes) {
    if (bytes.size() > left_) {
      return false;
    }
    left_ -= bytes.size();
    return write_(bytes);
  }

  bool put_value(Range range) {
    if (!index_.canonical_spelling) {
      return put_respelled(range);
    }
    // A line feed at the end is all that such a file may have besides.
    const bool is_compact = index_.text_bytes <= index_.full_bytes + 1;
    StreamCompactor compactor{k_piece_bytes};
    return for_each_piece(range, [&](std::string_view piece) {
      return put(is_compact ? piece : compactor.compact(piece));
    });
  }

  bool put_respelled(Range range) {
    StreamRespeller respeller;
    return for_each_piece(range,
                          [&](std::string_view piece) {
                            const std::string_view text = respeller.respell(piece);
                            return respeller.sound() && put(text);
                          }) &&
           put(respeller.finish()) && respeller.sound();
  }

  template <class Take>
  bool for_each_piece(Range range, const Take& take) {
    for (std::uint64_t done = 0; done < range.length;) {
      const std::size_t step = std::min<std::uint64_t>(k_piece_bytes, range.length - done);
      if (!read(range.offset + done, step) || !take(std::string_view{piece_})) {
        return false;
      }
      done += step;
    }
    return true;
  }

  bool read(std::uint64_t offset, std::size_t size) {
    piece_.resize(size);
    return read_at(index_.text_fd.get(), offset, piece_.data(), size).has_value();
  }

  const Index& index_;
  std::uint64_t left_;
  const Write& write_;
  std::string piece_;
};

}  // namespace

AnswerResult document_answer(const IndexPointer& index, bool with_consolidation) {
  const std::uint64_t size = with_consolidation ? index->full_bytes : index->compact_bytes;
  return Answer{nullptr, size, [index, size, with_consolidation](const Write& write) {
                  return DocumentWriter{*index, size, write}.write_all(with_consolidation);
                }};
}

}  // namespace pumuki::evidence
