#pragma once

#include "gate/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki {

struct JsonMember;

/// One value of a JSON file that people write by hand, with its place, so that a fault can be named
/// by line and column.
struct JsonNode {
  enum class Kind { Null, Boolean, Number, Text, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonNode> items;
  /// In file order; names are unique.
  std::vector<JsonMember> members;
  /// Byte offset at the end of the value's first token.
  std::size_t offset = 0;

  /// Null when this is no object or has no such member.
  [[nodiscard]] const JsonNode* find(std::string_view name) const;
};

struct JsonMember {
  std::string name;
  JsonNode value;
};

/// Strict JSON (RFC 8259) of at most k_max_json_depth levels; a byte order mark is passed over. A
/// name that stands twice in one object is refused. Errors NotJson and WrongShape, with the place.
Result<JsonNode> parse_json_tree(std::string_view json);

/// "line 3, column 7", counted from 1 in bytes.
std::string place_of(std::string_view text, std::size_t offset);

}  // namespace pumuki
