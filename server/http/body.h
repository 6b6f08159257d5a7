#pragma once

#include "server/http/head.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::http {

/// Takes the body of one request out of arriving bytes. The limit holds for a declared length and
/// for chunks alike (CVE-2025-46728 is about the latter).
class BodyReader {
 public:
  enum class State { NeedBytes, Done, Malformed, TooLarge };

  BodyReader() = default;
  /// `keep`: collect the body; otherwise its bytes are dropped.
  BodyReader(const Framing& framing, std::uint64_t limit, bool keep);

  /// Consumes from the front of `input`; what follows the body stays there.
  State feed(std::string_view& input);
  [[nodiscard]] State state() const { return state_; }
  std::string take() { return std::move(body_); }

 private:
  enum class Part { Size, Data, DataEnd, End };

  void feed_chunked(std::string_view& input);
  void read_size(std::string_view line);
  /// A line without its CRLF; false while it is incomplete or when it is malformed.
  bool next_line(std::string_view& input, std::string& line);
  void take_data(std::string_view& input);

  State state_ = State::Done;
  Framing::Kind kind_ = Framing::Kind::None;
  Part part_ = Part::Size;
  bool keep_ = false;
  std::uint64_t limit_ = 0;
  /// Bytes still to come of the whole body or of the current chunk.
  std::uint64_t remaining_ = 0;
  std::uint64_t total_ = 0;
  std::string line_;
  std::string body_;
};

}  // namespace pumuki::http
