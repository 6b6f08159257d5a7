#include "bridges/stdio/reply_text.h"

#include "bridges/stdio/identity.h"

namespace pumuki::stdio {
namespace {

constexpr std::size_t k_max_quoted_bytes = 500;

}  // namespace

std::string unusable_reply(std::string_view address, const HttpReply& reply) {
  std::string text = "The server at " + std::string{address} + " answered with status " +
                     std::to_string(reply.status);
  const auto error = error_text(reply);
  if (error && error->size() <= k_max_quoted_bytes) {
    return text + ": " + *error;
  }
  if (reply.status == 200) {
    text += ", but not with the JSON that was expected (" +
            (reply.content_type.empty() ? "no content type" : reply.content_type.substr(0, 100)) +
            ")";
  }
  return text + ".";
}

std::string percent_encode(std::string_view text) {
  static constexpr std::string_view k_digits = "0123456789ABCDEF";
  static constexpr std::string_view k_plain = "-._~";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || k_plain.find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += '%';
      result += k_digits[byte >> 4U];
      result += k_digits[byte & 0xFU];
    }
  }
  return result;
}

}  // namespace pumuki::stdio
