#include "gate/core/json_nesting.h"

namespace pumuki {
namespace {

/// Position of the closing quote of the string that opens at `open`, or the end.
std::size_t end_of_string(std::string_view json, std::size_t open) {
  std::size_t at = open + 1;
  while (at < json.size() && json[at] != '"') {
    at += json[at] == '\\' ? 2U : 1U;
  }
  return at;
}

}  // namespace

bool json_nesting_within(std::string_view json, std::size_t levels) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      at = end_of_string(json, at);
    } else if (c == '{' || c == '[') {
      if (++depth > levels) {
        return false;
      }
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return true;
}

}  // namespace pumuki
