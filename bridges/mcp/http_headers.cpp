#include "bridges/mcp/http_headers.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pumuki::mcp {
namespace {

constexpr std::string_view k_wrap_begin = "=?base64?";
constexpr std::string_view k_wrap_end = "?=";
/// Not UTF-8, so no text of a body equals it.
constexpr std::string_view k_never_equal = "\xFF";

std::optional<std::uint32_t> digit_of(char c) {
  static constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t at = k_digits.find(c);
  return at == std::string_view::npos ? std::nullopt
                                      : std::optional{static_cast<std::uint32_t>(at)};
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  const std::size_t padding =
      text.ends_with("==") ? 2 : static_cast<std::size_t>(text.ends_with('=') ? 1 : 0);
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 4) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const bool pad = at + i + padding >= text.size();
      const auto digit = pad ? std::optional{0U} : digit_of(text[at + i]);
      if (!digit) {
        return std::nullopt;
      }
      group = (group << 6U) | *digit;
    }
    for (const unsigned shift : {16U, 8U, 0U}) {
      bytes += static_cast<char>((group >> shift) & 0xFFU);
    }
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

/// The member that Mcp-Name repeats; empty for methods without one.
std::string_view named_member(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") {
    return "name";
  }
  return method == "resources/read" ? "uri" : "";
}

}  // namespace

std::optional<std::string> header_value(const HttpHeaders& headers, std::string_view name) {
  const std::string wanted = ascii_lower(name);
  const auto found = std::ranges::find_if(
      headers, [&](const auto& header) { return ascii_lower(header.first) == wanted; });
  return found == headers.end() ? std::nullopt : std::optional{std::string{trim(found->second)}};
}

std::optional<std::string> mirrored_value(const HttpHeaders& headers, std::string_view name) {
  auto value = header_value(headers, name);
  if (!value || !value->starts_with(k_wrap_begin) || !value->ends_with(k_wrap_end) ||
      value->size() < k_wrap_begin.size() + k_wrap_end.size()) {
    return value;
  }
  const std::string_view inside = std::string_view{*value}.substr(
      k_wrap_begin.size(), value->size() - k_wrap_begin.size() - k_wrap_end.size());
  return decode_base64(inside).value_or(std::string{k_never_equal});
}

std::optional<std::string> header_fault(const HttpHeaders& headers, const Request& request) {
  const JsonMembers params{request.params ? std::string_view{*request.params} : "{}"};
  const auto version = json_text_of(json_member(params.find("_meta"), k_meta_version));
  if (version && header_value(headers, "MCP-Protocol-Version") != version) {
    return "The header MCP-Protocol-Version is not the version in the body.";
  }
  if (mirrored_value(headers, "Mcp-Method") != request.method) {
    return "The header Mcp-Method is not the method in the body.";
  }
  const std::string_view member = named_member(request.method);
  const auto name = member.empty() ? std::nullopt : json_text_of(params.find(member));
  if (name && mirrored_value(headers, "Mcp-Name") != name) {
    return "The header Mcp-Name is not the " + std::string{member} + " in the body.";
  }
  return std::nullopt;
}

}  // namespace pumuki::mcp
