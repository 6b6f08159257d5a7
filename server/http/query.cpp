#include "gate/core/text.h"
#include "server/http/message.h"

namespace pumuki::http {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decode(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
        hex_value(text[i + 2]) >= 0) {
      bytes += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      bytes += c == '+' ? ' ' : c;
    }
  }
  return is_valid_utf8(bytes) ? bytes : replace_invalid_utf8(bytes);
}

}  // namespace

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  for (const auto pair : split(query, '&')) {
    const auto equals = pair.find('=');
    if (pair.empty() || decode(pair.substr(0, equals)) != name) {
      continue;
    }
    return equals == std::string_view::npos ? std::string{} : decode(pair.substr(equals + 1));
  }
  return std::nullopt;
}

}  // namespace pumuki::http
