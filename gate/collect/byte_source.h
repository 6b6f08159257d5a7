#pragma once

#include "gate/core/fd.h"
#include "gate/core/result.h"
#include "gate/core/sha256.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pumuki::collect {

/// The bytes of one report, piece by piece, with their digest. UTF-8 with or without a byte order
/// mark is passed on as it is, UTF-16 (with a mark, or recognisable by a first ASCII character) is
/// converted as it comes. One thread at a time.
class ByteSource {
 public:
  /// A regular file, or standard input for "-". Errors: NotFound, NotReadable.
  static Result<std::unique_ptr<ByteSource>> open(const std::string& path);
  ByteSource(ByteSource&&) = delete;
  ByteSource& operator=(ByteSource&&) = delete;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource() = default;

  /// True when nothing is left, or when a fault ended it.
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// The next byte; only when not at_end().
  [[nodiscard]] char peek() const { return *at_; }
  void next() {
    if (++at_ == end_) {
      refill();
    }
  }
  /// Where peek() stands in the file as it is stored; its size at the end.
  [[nodiscard]] std::uint64_t offset() const;
  /// One line without its end ("\n" or "\r\n"); nothing at the end. A longer one than `max_bytes`
  /// is a fault.
  std::optional<std::string> line(std::size_t max_bytes);
  /// All that is left, unconverted; error TooLarge. For formats whose library decodes itself.
  Result<std::string> raw(std::size_t max_bytes);

  /// Why it ended early (NotReadable, NotJson for ill-formed UTF-16, TooLarge), with the offset.
  [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }
  void set_fault(Code code, std::string message);
  /// "sha256:" and 64 digits over the whole file; reads what is left. Call last.
  std::string digest();

 private:
  enum class Encoding { Utf8, Utf16Little, Utf16Big };

  explicit ByteSource(UniqueFd fd) : fd_(std::move(fd)) {}
  void start();
  void refill();
  /// Appends to raw_ what fits; false at the end of the file.
  bool read_more();
  void convert();
  [[nodiscard]] unsigned unit_at(std::size_t place) const;

  UniqueFd fd_;
  Sha256 hash_;
  Encoding encoding_ = Encoding::Utf8;
  /// Bytes of the file that were not passed on yet; raw_[0] stands at raw_start_ in the file.
  std::string raw_;
  std::uint64_t raw_start_ = 0;
  /// raw_ beyond this was not converted yet (half a character).
  std::size_t converted_ = 0;
  std::string text_;
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::optional<Error> fault_;
};

/// "… at byte 12"
std::string at_byte(std::string_view what, std::uint64_t offset);

}  // namespace pumuki::collect
