#include "server/http/body.h"
#include "server/http/head.h"
#include "server/http/target.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

/// Head, body and target of an HTTP request as bytes arrive.
/// Input: one byte for the number of cuts (at most 7), the cuts, then the bytes of a connection.
namespace pumuki::http {
namespace {

constexpr std::size_t k_max_cuts = 8;
constexpr std::uint64_t k_body_limit = 1024;

/// The scanner's last word on the bytes as they came.
std::optional<std::size_t> scan(std::string_view bytes, std::string_view cuts) {
  HeadScanner scanner;
  std::optional<std::size_t> length = 0;
  std::size_t arrived = 0;
  fuzz::in_pieces(bytes, cuts, [&](std::string_view piece) {
    arrived += piece.size();
    if (length == std::size_t{0}) {
      length = scanner.scan(bytes.substr(0, arrived));
    }
  });
  return length;
}

struct Body {
  BodyReader::State state = BodyReader::State::NeedBytes;
  /// When it is done.
  std::string text;
  std::size_t left = 0;
  bool operator==(const Body&) const = default;
};

Body read_body(const Framing& framing, std::string_view bytes, std::string_view cuts) {
  BodyReader reader{framing, k_body_limit, true};
  Body body;
  fuzz::in_pieces(bytes, cuts, [&](std::string_view piece) {
    reader.feed(piece);
    body.left += piece.size();
  });
  body.state = reader.state();
  if (body.state == BodyReader::State::Done) {
    body.text = reader.take();
    fuzz::require(body.text.size() <= k_body_limit);
  } else {
    body.left = 0;
  }
  return body;
}

void check_target(std::string_view text) {
  const auto target = normalise_target(text);
  if (!target) {
    return;
  }
  const std::string& path = target->path;
  fuzz::require(path.starts_with('/') && (path == "/" || !path.ends_with('/')));
  fuzz::require(path.find_first_of("?#\\ ") == std::string::npos);
  fuzz::require(!(path + "/").contains("/../") && !(path + "/").contains("/./"));
  // Two slashes at the front would be a host.
  if (!path.starts_with("//")) {
    const auto again = normalise_target(path);
    fuzz::require(again && again->path == path && again->query.empty());
  }
}

}  // namespace
}  // namespace pumuki::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  fuzz::Input input{data, size};
  const std::string_view cuts = input.take(input.choice(http::k_max_cuts));
  const std::string_view bytes = input.rest();
  const auto length = http::scan(bytes, cuts);
  fuzz::require(length == http::scan(bytes, {}));
  if (!length || *length == 0) {
    return 0;
  }
  fuzz::require(*length <= bytes.size() && bytes.substr(0, *length).ends_with("\r\n"));
  const auto head = http::parse_head(bytes.substr(0, *length));
  if (!head) {
    fuzz::require(head.error() >= 400 && head.error() < 600);
    return 0;
  }
  http::check_target(head->target);
  const auto framing = http::read_framing(*head);
  if (!framing) {
    fuzz::require(framing.error() >= 400 && framing.error() < 600);
    return 0;
  }
  const std::string_view rest = bytes.substr(*length);
  fuzz::require(http::read_body(*framing, rest, cuts) == http::read_body(*framing, rest, {}));
  return 0;
}
