#include "gate/collect/text_checks.h"

#include "gate/collect/token_shapes.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>

namespace pumuki::collect {
namespace {

constexpr std::size_t k_binary_look = 8'000;

constexpr std::string_view k_key_begin = "-----BEGIN ";
constexpr std::string_view k_key_dashes = "-----";
/// Longest label between the dashes, for example "PGP PRIVATE KEY BLOCK".
constexpr std::size_t k_max_label = 64;
/// Shortest run that is taken for key material rather than for a word of a program.
constexpr std::ptrdiff_t k_least_material = 24;

constexpr std::size_t k_marker_size = 7;

/// Counts lines as it goes forward; offsets must not go back.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  std::int64_t line_of(std::size_t offset) {
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                        text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    at_ = offset;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
};

std::string_view line_around(std::string_view text, std::size_t offset) {
  const auto before = text.rfind('\n', offset);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  return text.substr(start, end - start);
}

bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

/// Without what stands between a header and the key when both are inside a program text: white
/// space, quotes, escapes, comment signs.
std::string_view without_separators(std::string_view text) {
  static constexpr std::string_view k_separators = " \t\r\n\"'`,+#*|";
  while (!text.empty()) {
    if (text.front() == '\\') {
      text.remove_prefix(std::min<std::size_t>(2, text.size()));  // as in "\n"
    } else if (k_separators.contains(text.front())) {
      text.remove_prefix(1);
    } else {
      break;
    }
  }
  return text;
}

/// True when key-like characters, or the header lines of an encrypted key, follow.
bool has_material(std::string_view rest) {
  rest = without_separators(rest);
  const auto run = std::ranges::find_if_not(rest, is_base64) - rest.begin();
  return run >= k_least_material || rest.starts_with("Proc-Type:") || rest.starts_with("Version:");
}

/// The line behind a header is only dots, stars, brackets: a documentation's way to leave the key
/// out.
bool is_left_out(std::string_view rest) {
  rest = trim(rest);
  return rest.starts_with("...") || rest.starts_with("…") || rest.starts_with('<') ||
         rest.starts_with("[...") || rest.starts_with("***") || rest.starts_with("xxx") ||
         rest.starts_with("XXX") || rest.starts_with("${") || rest.starts_with("{{");
}

/// End of the header "-----BEGIN … PRIVATE KEY…-----" that starts `text`; 0 when it is another.
std::size_t private_key_header(std::string_view text) {
  const std::string_view label = text.substr(k_key_begin.size(), k_max_label);
  const std::size_t end = label.find(k_key_dashes);
  if (end == std::string_view::npos) {
    return 0;
  }
  const std::string_view name = label.substr(0, end);
  const bool is_private = name.ends_with("PRIVATE KEY") || name.ends_with("PRIVATE KEY BLOCK");
  const bool plain = std::ranges::all_of(
      name, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' '; });
  return is_private && plain ? k_key_begin.size() + end + k_key_dashes.size() : 0;
}

void find_private_keys(std::string_view text, std::vector<TextHit>& hits) {
  LineCounter lines{text};
  for (std::size_t at = text.find(k_key_begin); at != std::string_view::npos;
       at = text.find(k_key_begin, at + k_key_begin.size())) {
    const std::size_t size = private_key_header(text.substr(at));
    if (size == 0) {
      continue;
    }
    const std::string_view behind = text.substr(at + size);
    const bool alone = trim(line_around(text, at)) == text.substr(at, size);
    if (has_material(behind) || (alone && !is_left_out(behind))) {
      hits.push_back({.rule = CoreRule::PrivateKey,
                      .lines = {lines.line_of(at)},
                      .message = "A private key starts here."});
    }
  }
}

std::string with_article(std::string_view noun) {
  static constexpr std::string_view k_vowels = "AEIOaeio";
  return (k_vowels.contains(noun.front()) ? "an " : "a ") + std::string{noun};
}

/// Where a conflict stands while its lines go by.
class ConflictScan {
 public:
  void line(std::string_view text, std::int64_t number) {
    if (is_marker(text, '<')) {
      finish();
      lines_ = {number};
      opened_ = true;
    } else if (text == std::string_view{"======="} && !divided_) {
      lines_.push_back(number);
      divided_ = true;
    } else if (is_marker(text, '>') && (opened_ || divided_)) {
      lines_.push_back(number);
      closed_ = true;
      finish();
    }
  }
  void finish() {
    if (int{opened_} + int{divided_} + int{closed_} >= 2) {
      hits_.push_back({.rule = CoreRule::ConflictMarker,
                       .lines = std::move(lines_),
                       .message = "A merge conflict is not resolved here."});
    }
    lines_.clear();
    opened_ = divided_ = closed_ = false;
  }
  std::vector<TextHit> take() {
    finish();
    return std::move(hits_);
  }

 private:
  static bool is_marker(std::string_view text, char sign) {
    const std::string_view rest = text.substr(std::min(k_marker_size, text.size()));
    return text.size() >= k_marker_size &&
           std::ranges::all_of(text.substr(0, k_marker_size), [&](char c) { return c == sign; }) &&
           (rest.empty() || rest.front() == ' ');
  }

  std::vector<TextHit> hits_;
  std::vector<std::int64_t> lines_;
  bool opened_ = false;
  bool divided_ = false;
  bool closed_ = false;
};

}  // namespace

std::vector<TextHit> find_secrets(std::string_view text) {
  std::vector<TextHit> hits;
  find_private_keys(text, hits);
  LineCounter lines{text};
  std::int64_t last = 0;
  find_tokens(text, [&](const TokenHit& token) {
    const std::int64_t line = lines.line_of(token.offset);
    if (line != last) {
      hits.push_back({.rule = CoreRule::Token,
                      .lines = {line},
                      .message = "This looks like " + with_article(token.what) + "."});
      last = line;
    }
  });
  return hits;
}

std::vector<TextHit> find_conflicts(std::string_view text) {
  ConflictScan scan;
  std::int64_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    const char first = text.front();
    if (first == '<' || first == '=' || first == '>') {
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r')) {
        line.remove_suffix(1);
      }
      scan.line(line, number);
    }
    if (end == std::string_view::npos) {
      break;
    }
    text.remove_prefix(end + 1);
  }
  return scan.take();
}

std::optional<std::string_view> text_of_blob(std::string_view bytes, std::string& storage) {
  const bool little = bytes.starts_with("\xff\xfe");
  if (little || bytes.starts_with("\xfe\xff")) {
    storage.clear();
    for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
      const char high = bytes[little ? i + 1 : i];
      storage += high == '\0' ? bytes[little ? i : i + 1] : '\x1a';
    }
    return storage;
  }
  if (bytes.substr(0, k_binary_look).contains('\0')) {
    return std::nullopt;
  }
  return bytes;
}

}  // namespace pumuki::collect
