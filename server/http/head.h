#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

namespace pumuki::http {

struct HeadField {
  std::string_view name;
  std::string_view value;
};

/// A request head. All views point into the text it was read from.
struct Head {
  std::string_view method;
  std::string_view target;
  bool http10 = false;
  std::vector<HeadField> fields;

  /// Names are compared without regard to case.
  [[nodiscard]] std::size_t count(std::string_view name) const;
  /// The first value; empty when there is none.
  [[nodiscard]] std::string_view value(std::string_view name) const;
  /// True when a comma-separated field lists the token, in any case.
  [[nodiscard]] bool lists(std::string_view name, std::string_view token) const;
};

/// Finds the end of a head while its bytes arrive; each byte is looked at once.
class HeadScanner {
 public:
  /// Length of the head including its empty line; 0 while it is incomplete; nothing when a line
  /// ends without CR. `text` grows between calls and keeps its beginning.
  std::optional<std::size_t> scan(std::string_view text);

 private:
  std::size_t position_ = 0;
  std::size_t line_begin_ = 0;
};

/// Reads a complete head strictly (RFC 9112): one blank between the parts of the first line, known
/// method, version 1.0 or 1.1, no folded line, no blank before a colon, no control byte. Exactly
/// one non-empty Host is demanded of HTTP/1.1 (contract: engine-link §3.3). The error is the status
/// to answer.
std::expected<Head, int> parse_head(std::string_view text);

/// How the body of a request is delimited.
struct Framing {
  enum class Kind { None, Length, Chunked };
  Kind kind = Kind::None;
  /// For Kind::Length.
  std::uint64_t length = 0;
  bool expects_continue = false;
  /// The client wants the connection closed, or speaks HTTP/1.0.
  bool close = false;
};

/// Refuses what two readers could understand differently (contract: performance §5.2): more than
/// one length, even equal; a length that is not plain digits; a length beside a transfer coding; a
/// coding other than "chunked"; an encoded content. The error is the status to answer.
std::expected<Framing, int> read_framing(const Head& head);

}  // namespace pumuki::http
