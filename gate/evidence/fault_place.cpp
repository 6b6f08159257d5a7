#include "gate/evidence/fault_place.h"

#include "gate/evidence/json_scalar.h"

#include <string>

namespace pumuki::evidence {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// True when the text is JSON; otherwise at() is the place.
  bool run();
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  enum class Expect { Value, ValueOrEnd, Name, NameOrEnd, Rest };

  void skip_space() {
    while (at_ < text_.size() && is_json_space(text_[at_])) {
      ++at_;
    }
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    const bool there = peek() == c && at_ < text_.size();
    at_ += there ? std::size_t{1} : std::size_t{0};
    return there;
  }
  bool step();
  bool name();
  bool value();
  bool rest();
  bool close();
  bool string();
  bool scalar();

  std::string_view text_;
  std::size_t at_ = 0;
  /// The open brackets.
  std::string open_;
  Expect expect_ = Expect::Value;
};

bool Scanner::run() {
  skip_space();
  do {
    if (!step()) {
      return false;
    }
    skip_space();
  } while (expect_ != Expect::Rest || !open_.empty());
  return at_ == text_.size();
}

bool Scanner::step() {
  switch (expect_) {
    case Expect::ValueOrEnd:
      return peek() == ']' ? close() : value();
    case Expect::NameOrEnd:
      return peek() == '}' ? close() : name();
    case Expect::Name:
      return name();
    case Expect::Rest:
      return rest();
    default:
      return value();
  }
}

bool Scanner::name() {
  if (!string()) {
    return false;
  }
  skip_space();
  expect_ = Expect::Value;
  return take(':');
}

bool Scanner::value() {
  expect_ = Expect::Rest;
  if (take('{')) {
    open_ += '{';
    expect_ = Expect::NameOrEnd;
    return true;
  }
  if (take('[')) {
    open_ += '[';
    expect_ = Expect::ValueOrEnd;
    return true;
  }
  return peek() == '"' ? string() : scalar();
}

bool Scanner::rest() {
  if (take(',')) {
    expect_ = open_.back() == '{' ? Expect::Name : Expect::Value;
    return true;
  }
  return close();
}

bool Scanner::close() {
  if (!take(open_.back() == '{' ? '}' : ']')) {
    return false;
  }
  open_.pop_back();
  expect_ = Expect::Rest;
  return true;
}

bool Scanner::string() {
  if (!take('"')) {
    return false;
  }
  while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x20) {
    if (take('"')) {
      return true;
    }
    if (text_[at_] != '\\') {
      ++at_;
      continue;
    }
    const std::size_t escape = text_.substr(at_ + 1, 1) == "u" ? 6 : 2;
    std::string ignored;
    if (!decode_json_string(ignored, text_.substr(at_, escape))) {
      return false;
    }
    at_ += escape;
  }
  return false;
}

bool Scanner::scalar() {
  const auto end = text_.find_first_of(" \n\r\t,:]}[{\"", at_);
  const std::string_view token = text_.substr(at_, end - at_);
  if (token != "true" && token != "false" && token != "null" && !is_json_number(token)) {
    return false;
  }
  at_ += token.size();
  return true;
}

}  // namespace

std::optional<std::uint64_t> fault_place(std::string_view text) {
  Scanner scanner{text};
  return scanner.run() ? std::nullopt : std::optional<std::uint64_t>{scanner.at()};
}

}  // namespace pumuki::evidence
