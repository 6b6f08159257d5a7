#include "gate/core/glob.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace pumuki {
namespace {

/// Alternatives that one glob may stand for; what is beyond them is taken literally.
constexpr std::size_t k_max_alternatives = 256;

struct Token {
  enum class Kind { Byte, AnyByte, Class, AnyName, AnyFolders, Anything };
  Kind kind = Kind::Byte;
  char byte = '\0';
  bool negated = false;
  /// Pairs of first and last byte.
  std::string_view ranges = {};
};

bool in_class(const Token& token, char byte) {
  const auto code = [](char c) { return static_cast<unsigned char>(c); };
  bool found = false;
  for (std::size_t i = 0; i < token.ranges.size(); ++i) {
    const char first = token.ranges[i];
    const bool range = i + 2 < token.ranges.size() && token.ranges[i + 1] == '-';
    const char last = range ? token.ranges[i + 2] : first;
    found = found || (code(byte) >= code(first) && code(byte) <= code(last));
    i += range ? 2 : 0;
  }
  return found != token.negated;
}

/// Reads "[…]" at the start of `glob`; the length, 0 when it is no class.
std::size_t read_class(std::string_view glob, Token& token) {
  std::size_t begin = 1;
  token.negated = glob.size() > 1 && (glob[1] == '!' || glob[1] == '^');
  begin += token.negated ? 1 : 0;
  const auto end = glob.find(']', begin + 1);
  if (glob.size() <= begin || end == std::string_view::npos) {
    return 0;
  }
  token.kind = Token::Kind::Class;
  token.ranges = glob.substr(begin, end - begin);
  return end + 1;
}

std::size_t read_stars(std::string_view glob, bool at_name_start, Token& token) {
  const auto stars = std::min(glob.find_first_not_of('*'), glob.size());
  if (stars >= 2 && at_name_start && stars < glob.size() && glob[stars] == '/') {
    token.kind = Token::Kind::AnyFolders;
    return stars + 1;
  }
  token.kind = stars >= 2 ? Token::Kind::Anything : Token::Kind::AnyName;
  return stars;
}

std::vector<Token> tokens_of(std::string_view glob) {
  std::vector<Token> tokens;
  bool at_name_start = true;
  while (!glob.empty()) {
    Token token;
    std::size_t length = 1;
    if (glob.front() == '*') {
      length = read_stars(glob, at_name_start, token);
    } else if (glob.front() == '?') {
      token.kind = Token::Kind::AnyByte;
    } else if (glob.front() == '[' && read_class(glob, token) > 0) {
      length = read_class(glob, token);
    } else {
      length = glob.front() == '\\' && glob.size() > 1 ? 2 : 1;
      token.byte = glob[length - 1];
    }
    at_name_start = token.kind == Token::Kind::AnyFolders ||
                    (token.kind == Token::Kind::Byte && token.byte == '/');
    tokens.push_back(token);
    glob.remove_prefix(length);
  }
  return tokens;
}

/// `reached[i]`: the tokens so far can stand for the first i bytes of `path`.
using Reached = std::vector<bool>;

Reached step(const Token& token, const Reached& before, std::string_view path) {
  Reached after(before.size(), false);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool more = i < path.size();
    switch (token.kind) {
      case Token::Kind::Byte:
        if (before[i] && more && path[i] == token.byte) {
          after[i + 1] = true;
        }
        break;
      case Token::Kind::AnyByte:
        if (before[i] && more && path[i] != '/') {
          after[i + 1] = true;
        }
        break;
      case Token::Kind::Class:
        if (before[i] && more && path[i] != '/' && in_class(token, path[i])) {
          after[i + 1] = true;
        }
        break;
      case Token::Kind::AnyName:
        if (before[i] || (i > 0 && after[i - 1] && path[i - 1] != '/')) {
          after[i] = true;
        }
        break;
      case Token::Kind::Anything:
        if (before[i] || (i > 0 && after[i - 1])) {
          after[i] = true;
        }
        break;
      case Token::Kind::AnyFolders:
        break;
    }
  }
  if (token.kind == Token::Kind::AnyFolders) {
    bool started = false;
    for (std::size_t i = 0; i < before.size(); ++i) {
      after[i] = before[i] || (started && path[i - 1] == '/');
      started = started || before[i];
    }
  }
  return after;
}

bool one_matches(std::string_view glob, std::string_view path) {
  std::string below;
  if (glob.ends_with('/')) {
    below = std::string{glob} + "**";
    glob = below;
  }
  if (glob.find('/') == std::string_view::npos) {
    path = path.substr(path.rfind('/') + 1);
  }
  if (glob.starts_with('/')) {
    glob.remove_prefix(1);
  }
  Reached reached(path.size() + 1, false);
  reached[0] = true;
  for (const Token& token : tokens_of(glob)) {
    reached = step(token, reached, path);
  }
  return reached[path.size()];
}

/// "a{b,c}" becomes "ab" and "ac".
std::vector<std::string> alternatives(std::string_view glob) {
  std::vector<std::string> open{std::string{glob}};
  std::vector<std::string> done;
  while (!open.empty()) {
    const std::string text = std::move(open.back());
    open.pop_back();
    const auto begin = text.find('{');
    const auto end = begin == std::string::npos ? begin : text.find('}', begin);
    if (end == std::string::npos || open.size() + done.size() >= k_max_alternatives) {
      done.push_back(text);
      continue;
    }
    std::string_view inner = std::string_view{text}.substr(begin + 1, end - begin - 1);
    while (true) {
      const auto comma = std::min(inner.find(','), inner.size());
      open.push_back(text.substr(0, begin) + std::string{inner.substr(0, comma)} +
                     text.substr(end + 1));
      if (comma == inner.size()) {
        break;
      }
      inner.remove_prefix(comma + 1);
    }
  }
  return done;
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view path) {
  return std::ranges::any_of(alternatives(glob),
                             [&](const std::string& one) { return one_matches(one, path); });
}

}  // namespace pumuki
