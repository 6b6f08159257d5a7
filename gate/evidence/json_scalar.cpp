#include "gate/evidence/json_scalar.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pumuki::evidence {
namespace {

constexpr std::size_t k_exact_integer_digits = 15;
constexpr std::uint64_t k_last_array_index = 4294967294;
constexpr std::size_t k_last_array_index_digits = 10;
constexpr std::string_view k_digest_prefix = "sha256:";
constexpr std::size_t k_digest_digits = 64;
/// Exponents are read up to here; anything beyond overflows or underflows whatever the digits of a
/// file of at most 512 MiB are.
constexpr std::int64_t k_exponent_cap = 1'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) {
    ++at;
  }
  return at;
}

std::int64_t exponent_of(std::string_view text) {
  bool negative = false;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c == '-') {
      negative = true;
    } else if (is_digit(c)) {
      value = std::min(value * 10 + (c - '0'), k_exponent_cap);
    }
  }
  return negative ? -value : value;
}

/// For a number whose value is no double: true when it is too large, false when too small.
bool overflows(std::string_view token) {
  const auto exponent_at = token.find_first_of("eE");
  const auto mantissa = token.substr(0, exponent_at);
  const auto exponent =
      exponent_at == std::string_view::npos ? 0 : exponent_of(token.substr(exponent_at + 1));
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) {
    return false;
  }
  const auto point = std::min(mantissa.find('.'), mantissa.size());
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + exponent > 0;
}

/// The value of four hex digits, or -1.
int code_unit(std::string_view text) {
  if (text.size() < 4) {
    return -1;
  }
  unsigned value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + 4, value, 16);
  return parsed.ptr == text.data() + 4 ? static_cast<int>(value) : -1;
}

void append_code_point(std::string& out, unsigned code) {
  const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

/// Reads one \uXXXX, or two that form a pair; `rest` starts behind the "\u". Bytes used, or 0.
std::size_t decode_unicode_escape(std::string& out, std::string_view rest) {
  const int first = code_unit(rest);
  if (first < 0) {
    return 0;
  }
  const auto high = static_cast<unsigned>(first);
  if (high >= 0xD800 && high < 0xDC00 && rest.substr(4).starts_with("\\u")) {
    const int second = code_unit(rest.substr(6));
    if (second >= 0xDC00 && second < 0xE000) {
      append_code_point(
          out, 0x10000U + ((high - 0xD800U) << 10U) + (static_cast<unsigned>(second) - 0xDC00U));
      return 10;
    }
  }
  append_code_point(out, high);
  return 4;
}

/// The character a short escape stands for, or NUL.
char short_escape(char c) {
  constexpr std::string_view k_letters = "\"\\/bfnrt";
  constexpr std::string_view k_meanings = "\"\\/\b\f\n\r\t";
  const auto at = k_letters.find(c);
  return at == std::string_view::npos ? '\0' : k_meanings[at];
}

}  // namespace

bool is_json_number(std::string_view token) {
  std::size_t at = token.starts_with('-') ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(token, at);
  if (at == whole || (token[whole] == '0' && at - whole > 1)) {
    return false;
  }
  if (at < token.size() && token[at] == '.') {
    const std::size_t fraction = at + 1;
    at = skip_digits(token, fraction);
    if (at == fraction) {
      return false;
    }
  }
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    ++at;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) {
      ++at;
    }
    const std::size_t digits = at;
    at = skip_digits(token, digits);
    if (at == digits) {
      return false;
    }
  }
  return at == token.size();
}

bool is_plain_integer(std::string_view token) {
  const bool negative = token.starts_with('-');
  const std::string_view digits = token.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > k_exact_integer_digits ||
      !std::ranges::all_of(digits, is_digit)) {
    return false;
  }
  return digits.front() != '0' || (digits.size() == 1 && !negative);
}

double number_value(std::string_view token) {
  double value = 0;
  const auto parsed = std::from_chars(token.data(), token.data() + token.size(), value);
  if (parsed.ec != std::errc::result_out_of_range) {
    return value;
  }
  const double size = overflows(token) ? std::numeric_limits<double>::infinity() : 0.0;
  return token.starts_with('-') ? -size : size;
}

bool decode_json_string(std::string& out, std::string_view inner) {
  while (true) {
    const auto at = inner.find('\\');
    out += inner.substr(0, at);
    if (at == std::string_view::npos) {
      return true;
    }
    if (at + 1 == inner.size()) {
      return false;
    }
    const char kind = inner[at + 1];
    inner.remove_prefix(at + 2);
    if (kind == 'u') {
      const std::size_t used = decode_unicode_escape(out, inner);
      if (used == 0) {
        return false;
      }
      inner.remove_prefix(used);
      continue;
    }
    const char meaning = short_escape(kind);
    if (meaning == '\0') {
      return false;
    }
    out += meaning;
  }
}

bool is_array_index(std::string_view name) {
  if (name.empty() || name.size() > k_last_array_index_digits || !is_digit(name.front()) ||
      !std::ranges::all_of(name, is_digit) || (name.front() == '0' && name.size() > 1)) {
    return false;
  }
  std::uint64_t value = 0;
  std::from_chars(name.data(), name.data() + name.size(), value);
  return value <= k_last_array_index;
}

bool is_digest(std::string_view text) {
  return text.size() == k_digest_prefix.size() + k_digest_digits &&
         text.starts_with(k_digest_prefix) &&
         std::ranges::all_of(text.substr(k_digest_prefix.size()),
                             [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace pumuki::evidence
