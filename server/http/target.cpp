#include "server/http/target.h"

#include "gate/core/text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace pumuki::http {
namespace {

constexpr std::uint32_t k_max_port = 65535;
constexpr std::size_t k_max_port_digits = 16;

bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_slash(char c) { return c == '/' || c == '\\'; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// The length of "scheme:" when the target is in absolute form.
std::size_t scheme_length(std::string_view target) {
  if (target.empty() || !is_alpha(target.front())) {
    return 0;
  }
  const auto end = std::ranges::find_if_not(target, [](char c) {
    return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  });
  const auto length = static_cast<std::size_t>(end - target.begin());
  return target.substr(length).starts_with("://") ? length + 1 : 0;
}

bool is_port(std::string_view text) {
  if (text.size() > k_max_port_digits || !std::ranges::all_of(text, is_digit)) {
    return false;
  }
  std::uint64_t port = 0;
  for (const char c : text) {
    port = port * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return port <= k_max_port;
}

bool is_ipv6(std::string_view text) {
  in6_addr address{};
  return inet_pton(AF_INET6, std::string{text}.c_str(), &address) == 1;
}

bool is_host_name(std::string_view text) {
  constexpr std::string_view k_forbidden = " #<>?@[]^|%:\"`{}";
  return !text.empty() && text.find_first_of(k_forbidden) == std::string_view::npos;
}

/// [userinfo@]host[:port] of a URL whose authority may not be empty.
bool is_authority(std::string_view text) {
  if (const auto at = text.rfind('@'); at != std::string_view::npos) {
    text.remove_prefix(at + 1);
  }
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos || !is_ipv6(text.substr(1, end - 1))) {
      return false;
    }
    const auto rest = text.substr(end + 1);
    return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    return is_host_name(text);
  }
  return is_host_name(text.substr(0, colon)) && is_port(text.substr(colon + 1));
}

/// Cuts the authority off; `text` begins with at least two slashes. A URL skips any more of them.
bool drop_authority(std::string_view& text) {
  const auto begin = std::ranges::find_if_not(text, is_slash);
  text.remove_prefix(static_cast<std::size_t>(begin - text.begin()));
  const auto end = std::ranges::find_if(text, is_slash);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const bool valid = is_authority(text.substr(0, length));
  text.remove_prefix(length);
  return valid;
}

/// 0 for a name, 1 for "." and 2 for "..", each dot plain or as %2e.
int dots_of(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    if (segment.front() == '.') {
      segment.remove_prefix(1);
    } else if (segment.starts_with("%2e") || segment.starts_with("%2E")) {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    if (++dots > 2) {
      return 0;
    }
  }
  return dots;
}

void append_encoded(std::string& path, std::string_view segment) {
  constexpr std::string_view k_hex = "0123456789ABCDEF";
  constexpr std::string_view k_encoded = " \"<>`{}^";
  for (const char c : segment) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && k_encoded.find(c) == std::string_view::npos) {
      path += c;
    } else {
      path += {'%', k_hex[byte >> 4U], k_hex[byte & 15U]};
    }
  }
}

/// `text` is empty or begins with a slash.
std::string resolve_path(std::string_view text) {
  std::vector<std::string_view> segments;
  while (!text.empty()) {
    text.remove_prefix(1);
    const auto end = std::ranges::find_if(text, is_slash);
    const auto segment = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(segment.size());
    const int dots = dots_of(segment);
    if (dots == 0) {
      segments.push_back(segment);
      continue;
    }
    if (dots == 2 && !segments.empty()) {
      segments.pop_back();
    }
  }
  while (!segments.empty() && segments.back().empty()) {
    segments.pop_back();
  }
  std::string path;
  for (const auto segment : segments) {
    path += '/';
    append_encoded(path, segment);
  }
  return path.empty() ? "/" : path;
}

}  // namespace

std::optional<Target> normalise_target(std::string_view target) {
  if (std::ranges::any_of(target, is_control)) {
    return std::nullopt;
  }
  target = target.substr(0, target.find('#'));
  Target result;
  if (const auto mark = target.find('?'); mark != std::string_view::npos) {
    result.query = target.substr(mark + 1);
    target = target.substr(0, mark);
  }
  if (target == "*") {
    result.path = "/*";
    return result;
  }
  const auto scheme = scheme_length(target);
  target.remove_prefix(scheme);
  const bool has_authority =
      scheme > 0 || (target.size() > 1 && is_slash(target[0]) && is_slash(target[1]));
  if (has_authority ? !drop_authority(target) : !target.starts_with('/')) {
    return std::nullopt;
  }
  if (target.find("%00") != std::string_view::npos) {
    return std::nullopt;
  }
  result.path = resolve_path(target);
  return result;
}

}  // namespace pumuki::http
