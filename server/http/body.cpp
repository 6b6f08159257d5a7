#include "server/http/body.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace pumuki::http {
namespace {

/// A chunk's size line with its extensions.
constexpr std::size_t k_max_size_line = 256;
constexpr std::size_t k_max_size_digits = 8;
constexpr int k_hexadecimal = 16;

bool is_extension_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == '\t' || (byte >= 0x20 && byte < 0x7f);
}

}  // namespace

BodyReader::BodyReader(const Framing& framing, std::uint64_t limit, bool keep)
    : state_(framing.kind == Framing::Kind::None ? State::Done : State::NeedBytes),
      kind_(framing.kind),
      keep_(keep),
      limit_(limit),
      remaining_(framing.length) {
  if (kind_ == Framing::Kind::Length && remaining_ > limit_) {
    state_ = State::TooLarge;
  }
}

BodyReader::State BodyReader::feed(std::string_view& input) {
  if (state_ != State::NeedBytes) {
    return state_;
  }
  if (kind_ == Framing::Kind::Chunked) {
    feed_chunked(input);
    return state_;
  }
  take_data(input);
  if (remaining_ == 0) {
    state_ = State::Done;
  }
  return state_;
}

void BodyReader::feed_chunked(std::string_view& input) {
  std::string line;
  while (state_ == State::NeedBytes && !input.empty()) {
    if (part_ == Part::Data) {
      take_data(input);
      part_ = remaining_ == 0 ? Part::DataEnd : Part::Data;
      continue;
    }
    if (!next_line(input, line)) {
      continue;
    }
    if (part_ == Part::Size) {
      read_size(line);
    } else if (!line.empty()) {
      // Bytes beyond the announced size, or trailers: nobody here reads trailers, and a reader
      // that merges them into the head can be tricked.
      state_ = State::Malformed;
    } else if (part_ == Part::End) {
      state_ = State::Done;
    } else {
      part_ = Part::Size;
    }
  }
}

void BodyReader::read_size(std::string_view line) {
  const auto digits = line.substr(0, line.find_first_not_of("0123456789abcdefABCDEF"));
  const auto rest = line.substr(digits.size());
  const bool extension_fine =
      rest.empty() || (rest.front() == ';' && std::ranges::all_of(rest, is_extension_char));
  if (digits.empty() || digits.size() > k_max_size_digits || !extension_fine) {
    state_ = State::Malformed;
    return;
  }
  std::from_chars(digits.data(), digits.data() + digits.size(), remaining_, k_hexadecimal);
  total_ += remaining_;
  if (total_ > limit_) {
    state_ = State::TooLarge;
  }
  part_ = remaining_ == 0 ? Part::End : Part::Data;
}

bool BodyReader::next_line(std::string_view& input, std::string& line) {
  const auto end = input.find('\n');
  const auto length = end == std::string_view::npos ? input.size() : end + 1;
  line_.append(input.substr(0, length));
  input.remove_prefix(length);
  if (line_.size() > k_max_size_line) {
    state_ = State::Malformed;
    return false;
  }
  if (end == std::string_view::npos) {
    return false;
  }
  if (!line_.ends_with("\r\n") || line_.find('\r') != line_.size() - 2) {
    state_ = State::Malformed;
    return false;
  }
  line_.resize(line_.size() - 2);
  line = std::exchange(line_, {});
  return true;
}

void BodyReader::take_data(std::string_view& input) {
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, input.size()));
  if (keep_) {
    body_.append(input.substr(0, length));
  }
  input.remove_prefix(length);
  remaining_ -= length;
}

}  // namespace pumuki::http
