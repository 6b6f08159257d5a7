#include "bridges/mcp/json_view.h"
#include "gate/core/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace pumuki::mcp {
namespace {

constexpr std::string_view k_blanks = " \t\r\n";

/// The position behind the string that starts at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') {
      ++at;
    }
  }
  return std::min(at + 1, text.size());
}

bool too_deep(std::string_view text, std::size_t limit) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = string_end(text, at) - 1;
    } else if (c == '[' || c == '{') {
      if (++depth > limit) {
        return true;
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(k_blanks, at), text.size());
}

/// The position behind the value that starts at `at`. The text is known to be well formed.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (text[at] == '"') {
    return string_end(text, at);
  }
  if (text[at] != '[' && text[at] != '{') {
    return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
  }
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = string_end(text, at) - 1;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

std::string decode_string(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) {
    return std::string{quoted.substr(1, quoted.size() - 2)};
  }
  return nlohmann::json::parse(quoted).get<std::string>();
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = skip_blanks(text, 0);
  const std::size_t last = text.find_last_not_of(k_blanks);
  return first >= text.size() ? std::string_view{} : text.substr(first, last - first + 1);
}

}  // namespace

JsonFault check_json(std::string_view text, std::size_t max_depth) {
  if (!is_valid_utf8(text)) {
    return JsonFault::NotUtf8;
  }
  if (too_deep(text, max_depth)) {
    return JsonFault::TooDeep;
  }
  // A leading byte order mark would be skipped by the library; inside a stream it is an error.
  if (text.starts_with("\xEF\xBB\xBF") || !nlohmann::json::accept(text)) {
    return JsonFault::NotJson;
  }
  return JsonFault::None;
}

JsonKind json_kind(std::string_view value) {
  const std::string_view text = without_blanks(value);
  switch (text.empty() ? 'n' : text.front()) {
    case '{':
      return JsonKind::Object;
    case '[':
      return JsonKind::Array;
    case '"':
      return JsonKind::String;
    case 't':
    case 'f':
      return JsonKind::Boolean;
    case 'n':
      return JsonKind::Null;
    default:
      return JsonKind::Number;
  }
}

JsonMembers::JsonMembers(std::string_view object) {
  const std::string_view text = without_blanks(object);
  if (text.empty() || text.front() != '{') {
    return;
  }
  std::size_t at = skip_blanks(text, 1);
  while (at < text.size() && text[at] == '"') {
    const std::size_t name_end = string_end(text, at);
    std::string name = decode_string(text.substr(at, name_end - at));
    const std::size_t value = skip_blanks(text, skip_blanks(text, name_end) + 1);
    const std::size_t end = value_end(text, value);
    members_.emplace_back(std::move(name), text.substr(value, end - value));
    at = skip_blanks(text, skip_blanks(text, end) + 1);
  }
}

std::optional<std::string_view> JsonMembers::find(std::string_view name) const {
  for (std::size_t at = members_.size(); at > 0; --at) {
    if (members_[at - 1].first == name) {
      return members_[at - 1].second;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> json_elements(std::string_view array) {
  std::vector<std::string_view> elements;
  const std::string_view text = without_blanks(array);
  if (text.empty() || text.front() != '[') {
    return elements;
  }
  std::size_t at = skip_blanks(text, 1);
  while (at < text.size() && text[at] != ']') {
    const std::size_t end = value_end(text, at);
    elements.push_back(text.substr(at, end - at));
    const std::size_t separator = skip_blanks(text, end);
    if (separator >= text.size() || text[separator] != ',') {
      break;
    }
    at = skip_blanks(text, separator + 1);
  }
  return elements;
}

std::optional<std::string> json_text_of(std::optional<std::string_view> value) {
  if (!value || json_kind(*value) != JsonKind::String) {
    return std::nullopt;
  }
  return decode_string(without_blanks(*value));
}

std::optional<std::string_view> json_member(std::optional<std::string_view> object,
                                            std::string_view name) {
  return object ? JsonMembers{*object}.find(name) : std::nullopt;
}

}  // namespace pumuki::mcp
