#include "gate/core/code.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pumuki {
namespace {

struct Row {
  std::string_view text;
  std::string_view group;
  std::string_view meaning;
  std::string_view advice;
};

constexpr auto k_rows = std::to_array<Row>({
#define PUMUKI_CODE(name, text, group, meaning, advice) {text, #group, meaning, advice},
#include "gate/core/codes.def"
#undef PUMUKI_CODE
});

const Row& row(Code code) { return k_rows.at(static_cast<std::size_t>(code)); }

}  // namespace

std::string_view code_text(Code code) { return row(code).text; }
std::string_view code_meaning(Code code) { return row(code).meaning; }
std::string_view code_advice(Code code) { return row(code).advice; }
std::string_view code_group(Code code) { return row(code).group; }

std::optional<Code> code_from_text(std::string_view text) {
  const auto found = std::ranges::find(k_rows, text, &Row::text);
  if (found == k_rows.end()) {
    return std::nullopt;
  }
  return static_cast<Code>(found - k_rows.begin());
}

}  // namespace pumuki
