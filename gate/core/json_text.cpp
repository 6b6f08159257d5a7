#include "gate/core/json_text.h"

#include "gate/core/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace pumuki {
namespace {

constexpr std::string_view k_hex = "0123456789abcdef";
constexpr std::size_t k_surrogate_bytes = 3;

/// Digits and decimal exponent of the shortest form: 0.digits × 10^point.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal shortest(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  const std::string_view spelled{text.data(), end.ptr};
  const auto split = spelled.find('e');
  Decimal result;
  for (const char c : spelled.substr(0, split)) {
    if (c != '.') {
      result.digits += c;
    }
  }
  result.point = std::atoi(spelled.data() + split + 1) + 1;
  return result;
}

void append_decimal(std::string& out, const Decimal& decimal) {
  const int count = static_cast<int>(decimal.digits.size());
  const int point = decimal.point;
  if (count <= point && point <= 21) {
    out += decimal.digits;
    out.append(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out += decimal.digits.substr(0, static_cast<std::size_t>(point));
    out += '.';
    out += decimal.digits.substr(static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-point), '0');
    out += decimal.digits;
  } else {
    out += decimal.digits.front();
    if (count > 1) {
      out += '.';
      out += decimal.digits.substr(1);
    }
    out += point > 0 ? "e+" : "e-";
    out += std::to_string(std::abs(point - 1));
  }
}

void append_escape(std::string& out, unsigned code) {
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) {
    out += k_hex[(code >> shift) & 15U];
  }
}

bool needs_escape(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      append_escape(out, static_cast<unsigned char>(c));
  }
}

/// The code unit when `text` starts with a surrogate in three-byte form, else 0.
unsigned leading_surrogate(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() < k_surrogate_bytes || byte(0) != 0xED || byte(1) < 0xA0 || byte(1) > 0xBF ||
      (byte(2) & 0xC0U) != 0x80) {
    return 0;
  }
  return 0xD000U | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
}

/// The slow way, for text that is not well-formed UTF-8.
void append_repaired(std::string& out, std::string_view text) {
  std::size_t start = 0;
  const auto flush = [&](std::size_t end) {
    out += replace_invalid_utf8(text.substr(start, end - start));
  };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned surrogate = leading_surrogate(text.substr(i));
    if (surrogate == 0 && !needs_escape(text[i])) {
      ++i;
      continue;
    }
    flush(i);
    if (surrogate != 0) {
      append_escape(out, surrogate);
      i += k_surrogate_bytes;
    } else {
      append_escaped(out, text[i]);
      ++i;
    }
    start = i;
  }
  flush(text.size());
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  if (!is_ascii(text) && !is_valid_utf8(text)) {
    append_repaired(out, text);
    out += '"';
    return;
  }
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (needs_escape(text[i])) {
      out += text.substr(start, i - start);
      append_escaped(out, text[i]);
      start = i + 1;
    }
  }
  out += text.substr(start);
  out += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
  } else if (value == 0) {
    out += '0';
  } else {
    if (value < 0) {
      out += '-';
    }
    append_decimal(out, shortest(std::abs(value)));
  }
}

bool json_depth_at_most(std::string_view json, std::size_t limit) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      }
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit) {
        return false;
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return true;
}

}  // namespace pumuki
