#pragma once

#include "gate/core/json_tree.h"
#include "gate/core/result.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki {

/// Where the file's faults are collected: the first one counts.
struct JsonFaults {
  std::string_view text;
  std::optional<Error> first;

  /// WrongShape at the place of `node`.
  void add(const JsonNode& node, const std::string& message);
};

/// Reads the members of one object strictly: a member of a wrong type, of a value out of bounds, or
/// that nobody asks for is a fault. Members that are absent are nothing. Lives shorter than the
/// tree.
class JsonFields {
 public:
  /// `where` stands in messages ("analysers[2]"); empty for the whole document.
  JsonFields(const JsonNode& node, std::string where, JsonFaults& faults);

  std::optional<std::string> text(std::string_view name);
  /// Trimmed and not empty.
  std::optional<std::string> word(std::string_view name);
  std::optional<bool> boolean(std::string_view name);
  /// A whole number within both bounds.
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<std::vector<std::string>> texts(std::string_view name);
  /// Null when absent.
  const JsonNode* object(std::string_view name);
  const JsonNode* array(std::string_view name);

  /// A fault unless a member of this name is there.
  void require(std::initializer_list<std::string_view> names);
  /// A fault for the first member that no call above has asked for.
  void refuse_others();
  void fault(std::string_view name, const std::string& message);
  /// "analysers[2].name"
  [[nodiscard]] std::string path_of(std::string_view name) const;

 private:
  const JsonNode* find(std::string_view name, JsonNode::Kind kind, std::string_view wanted);

  const JsonNode& node_;
  std::string where_;
  JsonFaults& faults_;
  std::vector<std::string_view> asked_;
};

}  // namespace pumuki
