#include "gate/core/json_fields.h"

#include "gate/core/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pumuki {

void JsonFaults::add(const JsonNode& node, const std::string& message) {
  if (!first) {
    first = fail(Code::WrongShape, place_of(text, node.offset) + ": " + message).error();
  }
}

JsonFields::JsonFields(const JsonNode& node, std::string where, JsonFaults& faults)
    : node_{node}, where_{std::move(where)}, faults_{faults} {
  if (node.kind != JsonNode::Kind::Object) {
    faults_.add(node, (where_.empty() ? "the document" : where_) + " must be an object");
  }
}

std::string JsonFields::path_of(std::string_view name) const {
  return where_.empty() ? std::string{name} : where_ + "." + std::string{name};
}

void JsonFields::fault(std::string_view name, const std::string& message) {
  const JsonNode* member = node_.find(name);
  faults_.add(member == nullptr ? node_ : *member, path_of(name) + " " + message);
}

const JsonNode* JsonFields::find(std::string_view name, JsonNode::Kind kind,
                                 std::string_view wanted) {
  asked_.push_back(name);
  const JsonNode* member = node_.find(name);
  if (member == nullptr || member->kind == kind) {
    return member;
  }
  fault(name, "must be " + std::string{wanted});
  return nullptr;
}

std::optional<std::string> JsonFields::text(std::string_view name) {
  const JsonNode* member = find(name, JsonNode::Kind::Text, "a text");
  return member == nullptr ? std::nullopt : std::optional{member->text};
}

std::optional<std::string> JsonFields::word(std::string_view name) {
  auto found = text(name);
  if (found) {
    *found = std::string{trim(*found)};
    if (found->empty()) {
      fault(name, "must not be empty");
    }
  }
  return found;
}

std::optional<bool> JsonFields::boolean(std::string_view name) {
  const JsonNode* member = find(name, JsonNode::Kind::Boolean, "true or false");
  return member == nullptr ? std::nullopt : std::optional{member->boolean};
}

std::optional<std::int64_t> JsonFields::integer(std::string_view name, std::int64_t least,
                                                std::int64_t most) {
  const JsonNode* member = find(name, JsonNode::Kind::Number, "a whole number");
  if (member == nullptr) {
    return std::nullopt;
  }
  const double value = member->number;
  if (std::trunc(value) != value || value < static_cast<double>(least) ||
      value > static_cast<double>(most)) {
    fault(name,
          "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

std::optional<std::vector<std::string>> JsonFields::texts(std::string_view name) {
  const JsonNode* member = array(name);
  if (member == nullptr) {
    return std::nullopt;
  }
  std::vector<std::string> found;
  for (const JsonNode& item : member->items) {
    if (item.kind != JsonNode::Kind::Text || trim(item.text).empty()) {
      faults_.add(item, path_of(name) + " must hold texts that are not empty");
      return std::nullopt;
    }
    found.push_back(item.text);
  }
  return found;
}

const JsonNode* JsonFields::object(std::string_view name) {
  return find(name, JsonNode::Kind::Object, "an object");
}

const JsonNode* JsonFields::array(std::string_view name) {
  return find(name, JsonNode::Kind::Array, "an array");
}

void JsonFields::require(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (node_.kind == JsonNode::Kind::Object && node_.find(name) == nullptr) {
      fault(name, "is missing");
    }
  }
}

void JsonFields::refuse_others() {
  for (const auto& [name, member] : node_.members) {
    if (std::ranges::find(asked_, name) == asked_.end()) {
      faults_.add(member, path_of(name) + " is not known");
    }
  }
}

}  // namespace pumuki
