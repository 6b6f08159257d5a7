#include "gate/core/path_json.h"

#include "gate/core/text.h"

#include <array>
#include <cstdint>

namespace pumuki {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t k_group = 3;
  constexpr std::array<unsigned, 4> k_shifts{18, 12, 6, 0};
  constexpr std::uint32_t k_digit_mask = 0x3F;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += k_group) {
    const auto group = bytes.substr(i, k_group);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < k_group; ++j) {
      bits = (bits << 8U) | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0U);
    }
    for (std::size_t j = 0; j < k_shifts.size(); ++j) {
      text += j <= group.size() ? k_digits[(bits >> k_shifts.at(j)) & k_digit_mask] : '=';
    }
  }
  return text;
}

void write_path_member(JsonWriter& json, std::string_view name, std::string_view path) {
  if (is_valid_utf8(path)) {
    json.member(name, path);
    return;
  }
  json.member(name, replace_invalid_utf8(path));
  json.member(std::string{name} + "_b64", base64(path));
}

}  // namespace pumuki
