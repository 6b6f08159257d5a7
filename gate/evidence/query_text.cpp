#include "gate/evidence/query_text.h"

#include "gate/core/text.h"

#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace pumuki::evidence {
namespace {

constexpr char16_t k_replacement = 0xFFFD;

struct Decoded {
  char32_t code = k_replacement;
  std::size_t bytes = 1;
};

bool is_trail(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }
char32_t payload(char c) { return static_cast<unsigned char>(c) & 0x3FU; }

/// One character; surrogates pass, overlong and truncated forms do not.
Decoded decode(std::string_view text) {
  const char32_t lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) {
    return {lead, 1};
  }
  if (lead >= 0xC2 && lead < 0xE0 && text.size() > 1 && is_trail(text[1])) {
    return {(lead & 0x1FU) << 6U | payload(text[1]), 2};
  }
  if ((lead & 0xF0U) == 0xE0 && text.size() > 2 && is_trail(text[1]) && is_trail(text[2])) {
    const char32_t code = (lead & 0x0FU) << 12U | payload(text[1]) << 6U | payload(text[2]);
    return code >= 0x800 ? Decoded{code, 3} : Decoded{};
  }
  if ((lead & 0xF8U) == 0xF0 && text.size() > 3 && is_trail(text[1]) && is_trail(text[2]) &&
      is_trail(text[3])) {
    const char32_t code =
        (lead & 0x07U) << 18U | payload(text[1]) << 12U | payload(text[2]) << 6U | payload(text[3]);
    return code >= 0x10000 && code <= 0x10FFFF ? Decoded{code, 4} : Decoded{};
  }
  return {};
}

void append_utf8(std::string& out, char32_t code) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | code >> 6U);
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | code >> 12U);
    put(0x80U | (code >> 6U & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | code >> 18U);
    put(0x80U | (code >> 12U & 0x3FU));
    put(0x80U | (code >> 6U & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

using CaseMapping = decltype(&u_strToLower);

std::string map_case(std::string_view text, CaseMapping mapping) {
  const std::u16string from = to_utf16(text);
  // No character grows to more than three code units.
  std::u16string to(from.size() * 3 + 1, u'\0');
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length = mapping(to.data(), static_cast<std::int32_t>(to.size()), from.data(),
                                      static_cast<std::int32_t>(from.size()), "", &status);
  if (U_FAILURE(status)) {
    return std::string{text};
  }
  to.resize(static_cast<std::size_t>(length));
  return from_utf16(to);
}

/// ECMAScript WhiteSpace and LineTerminator.
constexpr std::array<std::pair<char32_t, char32_t>, 10> k_white_space{{{0x09, 0x0D},
                                                                       {0x20, 0x20},
                                                                       {0xA0, 0xA0},
                                                                       {0x1680, 0x1680},
                                                                       {0x2000, 0x200A},
                                                                       {0x2028, 0x2029},
                                                                       {0x202F, 0x202F},
                                                                       {0x205F, 0x205F},
                                                                       {0x3000, 0x3000},
                                                                       {0xFEFF, 0xFEFF}}};

bool is_white_space(char32_t code) {
  return std::ranges::any_of(k_white_space, [code](const auto& range) {
    return range.first <= code && code <= range.second;
  });
}

}  // namespace

std::u16string to_utf16(std::string_view text) {
  std::u16string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.code >= 0x10000) {
      result += static_cast<char16_t>(0xD800U + ((next.code - 0x10000U) >> 10U));
      result += static_cast<char16_t>(0xDC00U + (next.code & 0x3FFU));
    } else {
      result += static_cast<char16_t>(next.code);
    }
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::string from_utf16(std::u16string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char32_t unit = text[i];
    const bool leads = unit >= 0xD800 && unit < 0xDC00 && i + 1 < text.size();
    if (leads && text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000) {
      append_utf8(result, 0x10000U + ((unit - 0xD800U) << 10U) + (text[i + 1] - 0xDC00U));
      ++i;
    } else {
      append_utf8(result, unit);
    }
  }
  return result;
}

std::string lower_case(std::string_view text) {
  return is_ascii(text) ? ascii_lower(text) : map_case(text, &u_strToLower);
}

std::string upper_case(std::string_view text) {
  return is_ascii(text) ? ascii_upper(text) : map_case(text, &u_strToUpper);
}

std::string_view trim_white_space(std::string_view text) {
  while (!text.empty()) {
    const Decoded first = decode(text);
    if (!is_white_space(first.code)) {
      break;
    }
    text.remove_prefix(first.bytes);
  }
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && is_trail(text[start])) {
      --start;
    }
    const Decoded last = decode(text.substr(start));
    if (start + last.bytes != text.size() || !is_white_space(last.code)) {
      break;
    }
    text = text.substr(0, start);
  }
  return text;
}

std::strong_ordering compare_code_units(std::string_view a, std::string_view b) {
  if (is_ascii(a) && is_ascii(b)) {
    return a <=> b;
  }
  return to_utf16(a) <=> to_utf16(b);
}

}  // namespace pumuki::evidence
