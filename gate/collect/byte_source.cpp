#include "gate/collect/byte_source.h"

#include "gate/core/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::size_t k_piece_bytes = std::size_t{64} << 10;
constexpr std::string_view k_utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view k_little_mark = "\xFF\xFE";
constexpr std::string_view k_big_mark = "\xFE\xFF";
constexpr unsigned k_high_first = 0xD800;
constexpr unsigned k_low_first = 0xDC00;
constexpr unsigned k_low_last = 0xDFFF;
constexpr std::size_t k_unit_bytes = 2;

bool is_high(unsigned unit) { return unit >= k_high_first && unit < k_low_first; }
bool is_low(unsigned unit) { return unit >= k_low_first && unit <= k_low_last; }

void append_utf8(std::string& text, unsigned point) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
  };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xC0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xE0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::size_t utf8_bytes(unsigned point) {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

}  // namespace

std::string at_byte(std::string_view what, std::uint64_t offset) {
  return std::string{what} + " at byte " + std::to_string(offset);
}

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string& path) {
  UniqueFd fd;
  if (path == "-") {
    fd.reset(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!fd.valid()) {
      return fail(Code::NotReadable, std::string{"standard input: "} + std::strerror(errno));
    }
  } else {
    auto file = open_regular(path);
    if (!file) {
      return fail(std::move(file.error()));
    }
    fd = std::move(file->fd);
  }
  std::unique_ptr<ByteSource> source{new ByteSource{std::move(fd)}};
  source->start();
  return source;
}

void ByteSource::start() {
  while (raw_.size() < 4 && read_more()) {
  }
  const std::string_view head = raw_;
  std::size_t mark = 0;
  if (head.starts_with(k_utf8_mark)) {
    mark = k_utf8_mark.size();
  } else if (head.starts_with(k_little_mark) || head.starts_with(k_big_mark)) {
    encoding_ = head.starts_with(k_little_mark) ? Encoding::Utf16Little : Encoding::Utf16Big;
    mark = k_unit_bytes;
  } else if (head.size() >= k_unit_bytes && head[0] != '\0' && head[1] == '\0') {
    encoding_ = Encoding::Utf16Little;
  } else if (head.size() >= k_unit_bytes && head[0] == '\0' && head[1] != '\0') {
    encoding_ = Encoding::Utf16Big;
  }
  raw_.erase(0, mark);
  raw_start_ = mark;
  refill();
}

bool ByteSource::read_more() {
  if (!fd_.valid()) {
    return false;
  }
  const std::size_t old = raw_.size();
  raw_.resize(old + k_piece_bytes);
  ssize_t got = 0;
  do {
    got = ::read(fd_.get(), raw_.data() + old, k_piece_bytes);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    set_fault(Code::NotReadable, std::strerror(errno));
  }
  raw_.resize(old + static_cast<std::size_t>(got > 0 ? got : 0));
  hash_.update(std::string_view{raw_}.substr(old));
  if (got <= 0) {
    fd_.reset();
  }
  return got > 0;
}

unsigned ByteSource::unit_at(std::size_t place) const {
  const auto first = static_cast<unsigned char>(raw_[place]);
  const auto second = static_cast<unsigned char>(raw_[place + 1]);
  return encoding_ == Encoding::Utf16Little ? (second * 256U + first) : (first * 256U + second);
}

void ByteSource::convert() {
  text_.clear();
  while (converted_ + k_unit_bytes <= raw_.size()) {
    unsigned point = unit_at(converted_);
    std::size_t used = k_unit_bytes;
    if (is_high(point)) {
      if (converted_ + 2 * k_unit_bytes > raw_.size()) {
        break;
      }
      const unsigned low = unit_at(converted_ + k_unit_bytes);
      if (is_low(low)) {
        point = 0x10000 + ((point - k_high_first) << 10U) + (low - k_low_first);
        used = 2 * k_unit_bytes;
      }
    }
    if (point >= k_high_first && point <= k_low_last) {
      set_fault(Code::NotJson, at_byte("half a UTF-16 character", raw_start_ + converted_));
      return;
    }
    append_utf8(text_, point);
    converted_ += used;
  }
}

void ByteSource::refill() {
  if (encoding_ == Encoding::Utf8) {
    if (begin_ != nullptr) {
      raw_start_ += raw_.size();
      raw_.clear();
    }
    if (raw_.empty() && !fault_) {
      read_more();
    }
    begin_ = at_ = raw_.data();
    end_ = fault_ ? at_ : begin_ + raw_.size();
    return;
  }
  raw_start_ += converted_;
  raw_.erase(0, converted_);
  converted_ = 0;
  text_.clear();
  if (!fault_) {
    convert();
  }
  while (text_.empty() && !fault_ && read_more()) {
    convert();
  }
  if (text_.empty() && !fault_ && !raw_.empty()) {
    set_fault(Code::NotJson, at_byte("half a UTF-16 character", raw_start_));
  }
  begin_ = at_ = text_.data();
  end_ = begin_ + text_.size();
}

std::uint64_t ByteSource::offset() const {
  const auto passed = static_cast<std::size_t>(at_ - begin_);
  if (encoding_ == Encoding::Utf8) {
    return raw_start_ + passed;
  }
  std::size_t place = 0;
  for (std::size_t bytes = 0; bytes < passed;) {
    const bool pair = is_high(unit_at(place));
    bytes += pair ? utf8_bytes(0x10000) : utf8_bytes(unit_at(place));
    place += pair ? 2 * k_unit_bytes : k_unit_bytes;
  }
  return raw_start_ + place;
}

std::optional<std::string> ByteSource::line(std::size_t max_bytes) {
  if (at_end()) {
    return std::nullopt;
  }
  const std::uint64_t start = offset();
  std::string text;
  while (!at_end() && peek() != '\n') {
    text += peek();
    next();
    if (text.size() > max_bytes) {
      set_fault(Code::TooLarge, at_byte("a line that is too long", start));
      return std::nullopt;
    }
  }
  if (!at_end()) {
    next();
  }
  if (text.ends_with('\r')) {
    text.pop_back();
  }
  return text;
}

Result<std::string> ByteSource::raw(std::size_t max_bytes) {
  while (raw_.size() <= max_bytes && read_more()) {
  }
  if (fault_) {
    return fail(*fault_);
  }
  if (raw_.size() > max_bytes) {
    return fail(Code::TooLarge,
                at_byte("larger than " + std::to_string(max_bytes) + " bytes", max_bytes));
  }
  std::string bytes = std::exchange(raw_, {});
  raw_start_ += bytes.size();
  begin_ = at_ = end_ = raw_.data();
  return bytes;
}

void ByteSource::set_fault(Code code, std::string message) {
  if (!fault_) {
    fault_ = fail(code, std::move(message)).error();
  }
  end_ = at_;
}

std::string ByteSource::digest() {
  do {
    raw_.clear();
  } while (read_more());
  begin_ = at_ = end_ = raw_.data();
  return "sha256:" + hash_.finish_hex();
}

}  // namespace pumuki::collect
