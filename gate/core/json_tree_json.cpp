#include "gate/core/json_text.h"
#include "gate/core/json_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace pumuki {
namespace {

/// Names in one object; looking for a repeated one takes time that grows with their square.
constexpr std::size_t k_max_members = 10'000;
constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

/// Tells how far the parser has read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char* begin, std::size_t* count)
      : at_{at}, begin_{begin}, count_{count} {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    *count_ = static_cast<std::size_t>(at_ - begin_);
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char* begin_;
  std::size_t* count_;
};

/// Builds the tree out of the parser's events; stops at the first fault.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(const std::size_t& offset) : offset_{offset} {}

  bool null() override { return add(JsonNode{}); }
  bool boolean(bool value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::Boolean;
    node.boolean = value;
    return add(std::move(node));
  }
  bool number_integer(number_integer_t value) override {
    return add_number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t& /*digits*/) override {
    return add_number(value);
  }
  bool string(string_t& value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::Text;
    node.text = std::move(value);
    return add(std::move(node));
  }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*elements*/) override { return open(JsonNode::Kind::Object); }
  bool key(string_t& name) override {
    const JsonNode& object = *open_.back();
    if (object.members.size() >= k_max_members) {
      fault_ = Fault{"more than " + std::to_string(k_max_members) + " members", offset_};
      return false;
    }
    if (object.find(name) != nullptr) {
      fault_ = Fault{"\"" + name + "\" stands twice", offset_};
      return false;
    }
    name_ = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*elements*/) override { return open(JsonNode::Kind::Array); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    syntax_fault_ = position == 0 ? 0 : position - 1;
    return false;
  }

  struct Fault {
    std::string message;
    std::size_t offset = 0;
  };
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
  [[nodiscard]] std::size_t syntax_fault() const { return syntax_fault_; }
  JsonNode take() { return std::move(root_); }

 private:
  bool add_number(double value) {
    JsonNode node;
    node.kind = JsonNode::Kind::Number;
    node.number = value;
    // The end of a number shows only in the byte behind it.
    place(std::move(node)).offset = offset_ == 0 ? 0 : offset_ - 1;
    return true;
  }
  bool add(JsonNode node) {
    place(std::move(node));
    return true;
  }
  JsonNode& place(JsonNode node) {
    node.offset = offset_;
    if (open_.empty()) {
      root_ = std::move(node);
      return root_;
    }
    JsonNode& parent = *open_.back();
    if (parent.kind == JsonNode::Kind::Array) {
      return parent.items.emplace_back(std::move(node));
    }
    parent.members.push_back({.name = std::move(name_), .value = std::move(node)});
    return parent.members.back().value;
  }
  bool open(JsonNode::Kind kind) {
    JsonNode node;
    node.kind = kind;
    // The place of a parent does not change while its child is open.
    open_.push_back(&place(std::move(node)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::size_t& offset_;
  JsonNode root_;
  std::vector<JsonNode*> open_;
  std::string name_;
  std::optional<Fault> fault_;
  std::size_t syntax_fault_ = 0;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  const auto found = std::ranges::find(members, name, &JsonMember::name);
  return found == members.end() ? nullptr : &found->value;
}

Result<JsonNode> parse_json_tree(std::string_view json) {
  if (!json_depth_at_most(json)) {
    return fail(Code::WrongShape,
                "nested deeper than " + std::to_string(k_max_json_depth) + " levels");
  }
  const std::size_t skipped = json.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0;
  std::size_t offset = skipped;
  TreeBuilder builder{offset};
  const char* begin = json.data();
  const CountingIterator first{begin + skipped, begin, &offset};
  const CountingIterator last{begin + json.size(), begin, &offset};
  if (!nlohmann::json::sax_parse(first, last, &builder)) {
    if (builder.fault()) {
      return fail(Code::WrongShape,
                  place_of(json, builder.fault()->offset) + ": " + builder.fault()->message);
    }
    return fail(Code::NotJson,
                place_of(json, builder.syntax_fault() + skipped) + ": this is not JSON");
  }
  return builder.take();
}

std::string place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace pumuki
