#include "gate/core/text.h"

#include <cstdint>
#include <cstring>

namespace pumuki {
namespace {

constexpr std::string_view k_blanks = " \t\n\v\f\r";
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

/// One step of a UTF-8 decoder: how many bytes the next part takes and whether it is a character.
struct Utf8Step {
  std::size_t length;
  bool valid;
};

struct LeadByte {
  std::size_t trail = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

/// Table 3-7 of the Unicode standard: allowed range of the second byte per lead byte.
LeadByte lead_byte(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) {
    return {1, 0x80, 0xBF};
  }
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
    return {2, low, high};
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return {3, low, high};
  }
  return {};
}

Utf8Step utf8_step(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) {
    return {1, true};
  }
  const LeadByte lead = lead_byte(byte(0));
  if (lead.trail == 0) {
    return {1, false};
  }
  for (std::size_t i = 1; i <= lead.trail; ++i) {
    const unsigned char low = i == 1 ? lead.low : 0x80;
    const unsigned char high = i == 1 ? lead.high : 0xBF;
    if (i >= text.size() || byte(i) < low || byte(i) > high) {
      return {i, false};
    }
  }
  return {lead.trail + 1, true};
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

std::string ascii_lower(std::string_view text) {
  std::string result{text};
  for (char& c : result) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

std::string ascii_upper(std::string_view text) {
  std::string result{text};
  for (char& c : result) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) {
      result += separator;
    }
    result += part;
  }
  return result;
}

bool is_ascii(std::string_view text) {
  // Eight bytes at a time: sorting asks this for every comparison.
  constexpr std::uint64_t k_high_bits = 0x8080808080808080U;
  std::uint64_t seen = 0;
  while (text.size() >= sizeof seen) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    seen |= word;
    text.remove_prefix(sizeof word);
  }
  for (const char c : text) {
    seen |= static_cast<unsigned char>(c);
  }
  return (seen & k_high_bits) == 0;
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Step step = utf8_step(text);
    if (!step.valid) {
      return false;
    }
    text.remove_prefix(step.length);
  }
  return true;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Utf8Step step = utf8_step(text);
    result += step.valid ? text.substr(0, step.length) : k_replacement;
    text.remove_prefix(step.length);
  }
  return result;
}

std::string shell_quote(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  result += '\'';
  return result;
}

}  // namespace pumuki
