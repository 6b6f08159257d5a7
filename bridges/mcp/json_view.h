#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::mcp {

/// Deeper input is refused; far below what MCP messages need (mcp-protocol §4 allows up to 1000).
inline constexpr std::size_t k_max_message_depth = 64;

enum class JsonFault { None, NotUtf8, TooDeep, NotJson };

/// Checks a whole text: UTF-8, nesting, grammar. Never recurses.
JsonFault check_json(std::string_view text, std::size_t max_depth = k_max_message_depth);

/// Look-ups in text that check_json() accepted. They cut slices out of the text instead of building
/// a tree, so an id or a payload keeps every byte it was written with. All slices are views into
/// the argument.
enum class JsonKind { Null, Boolean, Number, String, Array, Object };
JsonKind json_kind(std::string_view value);

/// Members of an object in file order, names decoded. Empty for any other kind.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view object);
  /// The last member of that name, as JavaScript sees it.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string_view>>& all() const {
    return members_;
  }

 private:
  std::vector<std::pair<std::string, std::string_view>> members_;
};

/// Elements of an array; empty for any other kind.
std::vector<std::string_view> json_elements(std::string_view array);
/// The decoded text of a string value; nothing for any other kind.
std::optional<std::string> json_text_of(std::optional<std::string_view> value);
/// The member `name` of an object that may itself be missing.
std::optional<std::string_view> json_member(std::optional<std::string_view> object,
                                            std::string_view name);

}  // namespace pumuki::mcp
