#include "gate/collect/sarif_message.h"

#include <charconv>
#include <cstddef>

namespace pumuki::collect {
namespace {

constexpr std::size_t k_max_length = 4'000;

std::string with_arguments(std::string_view text, const std::vector<std::string>& arguments) {
  std::string filled;
  for (std::size_t i = 0; i < text.size() && filled.size() < k_max_length; ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("{{") || rest.starts_with("}}")) {
      filled += rest[0];
      ++i;
      continue;
    }
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = rest.starts_with('{')
                            ? std::from_chars(rest.data() + 1, end, number)
                            : std::from_chars_result{.ptr = end, .ec = std::errc::invalid_argument};
    if (parsed.ec == std::errc{} && parsed.ptr != end && *parsed.ptr == '}' &&
        number < arguments.size()) {
      filled += arguments[number];
      i = static_cast<std::size_t>(parsed.ptr - text.data());
    } else {
      filled += rest[0];
    }
  }
  return filled;
}

/// "[text](1)" → "text"; "\[" → "[".
std::string without_links(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '[' || text[i + 1] == ']')) {
      plain += text[++i];
      continue;
    }
    const std::size_t middle = text[i] == '[' ? text.find("](", i) : std::string_view::npos;
    const std::size_t close =
        middle == std::string_view::npos ? middle : text.find(')', middle + 2);
    if (close == std::string_view::npos || text.substr(i + 1, middle - i - 1).contains('[')) {
      plain += text[i];
      continue;
    }
    plain += text.substr(i + 1, middle - i - 1);
    i = close;
  }
  return plain;
}

using Texts = std::map<std::string, std::string, std::less<>>;

const std::string* find_text(const Texts& texts, const std::string& id) {
  const auto found = texts.find(id);
  return found == texts.end() ? nullptr : &found->second;
}

}  // namespace

std::string sarif_message(const SarifMessage& message, const SarifRule* rule,
                          const SarifComponent* component) {
  const std::string* text = &message.text;
  if (text->empty() && !message.id.empty()) {
    const std::string* found = rule != nullptr ? find_text(rule->messages, message.id) : nullptr;
    if (found == nullptr && component != nullptr) {
      found = find_text(component->messages, message.id);
    }
    text = found != nullptr ? found : &message.id;
  }
  const std::string linked = without_links(*text);
  return message.arguments.empty() && text == &message.text
             ? linked
             : with_arguments(linked, message.arguments);
}

}  // namespace pumuki::collect
