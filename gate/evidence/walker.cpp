#include "gate/evidence/walker.h"

#include "gate/core/json_text.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/json_scalar.h"

#include <algorithm>
#include <cstring>

namespace pumuki::evidence {
namespace {

/// Names of one object up to which pairs are compared instead of sorted.
constexpr std::size_t k_few_names = 12;

std::string_view without_trailing_space(std::string_view token) {
  while (!token.empty() && is_json_space(token.back())) {
    token.remove_suffix(1);
  }
  return token;
}

/// The rest of a literal whose opening quote is at begin[-1], without the closing one.
std::string_view until_quote(const char* begin, const char* end) {
  const char* at = begin;
  while (at < end && *at != '"') {
    at += *at == '\\' ? 2 : 1;
  }
  return {begin, static_cast<std::size_t>(std::min(at, end) - begin)};
}

bool has_backslash(std::string_view text) {
  return std::memchr(text.data(), '\\', text.size()) != nullptr;
}

}  // namespace

Seen Walker::halt(std::string reason, const char* where) {
  if (!stopped_) {
    stopped_ = true;
    stop_.reason = std::move(reason);
    const char* const end = text_.data() + text_.size();
    if (where != nullptr) {
      stop_.offset = offset(std::min(where, end));
    }
  }
  return {};
}

Seen Walker::halt(simdjson::error_code error) {
  const char* where = nullptr;
  if (opened_ && document_.current_location().get(where) != simdjson::SUCCESS) {
    where = text_.data() + text_.size();
  }
  stop_.vague = !stopped_;
  return halt(simdjson::error_message(error), where);
}

bool Walker::open() {
  const simdjson::padded_string_view padded{text_.data(), text_.size(),
                                            text_.size() + simdjson::SIMDJSON_PADDING};
  if (const auto error = parser_.iterate(padded).get(document_)) {
    halt(error);
  }
  opened_ = !stopped_;
  return opened_;
}

void Walker::finish() {
  const char* more = nullptr;
  if (!stopped_ && document_.current_location().get(more) == simdjson::SUCCESS) {
    halt("text after the end of the document", more);
  }
}

bool Walker::enter(const char* where) {
  if (depth_ == k_max_depth) {
    halt("nested more than " + std::to_string(k_max_depth) + " levels deep", where);
    return false;
  }
  ++depth_;
  return true;
}

Seen Walker::leave(Type type, const char* begin, simdjson::simdjson_result<const char*> next) {
  --depth_;
  const char* end = text_.data() + text_.size();
  if (next.error() == simdjson::SUCCESS) {
    end = next.value_unsafe();
  }
  while (end > begin && is_json_space(end[-1])) {
    --end;
  }
  return {.type = type,
          .range = {.offset = offset(begin), .length = static_cast<std::uint32_t>(end - begin)},
          .text = {},
          .transient = false};
}

Seen Walker::any(Value& value) {
  const std::string_view token = value.raw_json_token();
  switch (token.front()) {
    case '{':
      return object(value, [this](std::string_view, Value& member) { any(member); });
    case '[':
      return array(value, [this](Value& element) { any(element); });
    case '"':
      return string(value, token);
    default:
      return scalar(without_trailing_space(token));
  }
}

void Walker::whole() {
  if (!open() || !enter(text_.data())) {
    return;
  }
  simdjson::ondemand::object fields;
  simdjson::ondemand::array items;
  if (text_.find_first_not_of(" \n\r\t") == text_.find('{')) {
    if (const auto error = document_.get_object().get(fields)) {
      halt(error);
      return;
    }
    members(fields, [this](std::string_view, Value& member) { any(member); });
  } else if (const auto error = document_.get_array().get(items)) {
    halt(error);
    return;
  } else {
    elements(items, [this](Value& element) { any(element); });
  }
  finish();
}

Seen Walker::string(Value& value, std::string_view token) {
  const std::string_view literal = without_trailing_space(token);
  simdjson::ondemand::raw_json_string consumed;
  if (literal.size() < 2 || literal.back() != '"' ||
      value.get_raw_json_string().get(consumed) != simdjson::SUCCESS) {
    return halt("not a string", token.data());
  }
  Seen seen{.type = Type::String,
            .range = {.offset = offset(literal.data()),
                      .length = static_cast<std::uint32_t>(literal.size())},
            .text = literal.substr(1, literal.size() - 2),
            .transient = false};
  if (!has_backslash(seen.text)) {
    emitter_.put(literal);
    return seen;
  }
  scratch_.clear();
  if (!decode_json_string(scratch_, seen.text)) {
    stop_.vague = true;
    return halt("unknown escape in a string", literal.data());
  }
  const std::string spelled = json_string(scratch_);
  respelled_ = respelled_ || spelled != literal;
  emitter_.put(spelled);
  seen.text = scratch_;
  seen.transient = true;
  return seen;
}

Seen Walker::scalar(std::string_view token) {
  Seen seen{
      .type = Type::Number,
      .range = {.offset = offset(token.data()), .length = static_cast<std::uint32_t>(token.size())},
      .text = token,
      .transient = false};
  if (is_plain_integer(token)) {
    emitter_.put(token);
  } else if (token == "true" || token == "false" || token == "null") {
    seen.type = token == "true" ? Type::True : token == "false" ? Type::False : Type::Null;
    emitter_.put(token);
  } else if (is_json_number(token)) {
    std::string spelled;
    append_json_number(spelled, number_value(token));
    respelled_ = respelled_ || spelled != token;
    emitter_.put(spelled);
  } else {
    return halt("not a JSON value", token.data());
  }
  return seen;
}

bool Walker::name(simdjson::ondemand::field& field) {
  const char* const begin = field.key().raw();
  const std::string_view inner = until_quote(begin, text_.data() + text_.size());
  const std::string_view literal{begin - 1, inner.size() + 2};
  if (!has_backslash(inner)) {
    names_.push_back({.text = inner, .json = literal});
  } else {
    std::string text;
    if (!decode_json_string(text, inner)) {
      stop_.vague = true;
      halt("unknown escape in a name", begin - 1);
      return false;
    }
    const std::string& json = odd_names_.emplace_back(json_string(text));
    respelled_ = respelled_ || json != literal;
    names_.push_back({.text = odd_names_.emplace_back(std::move(text)), .json = json});
  }
  if (order_ == Order::Check && is_array_index(names_.back().text)) {
    needs_exact_ = true;
    halt("a name is an array index", begin - 1);
  }
  return !stopped_;
}

bool Walker::check_names(std::size_t base) {
  const auto first = names_.begin() + static_cast<std::ptrdiff_t>(base);
  bool repeated = false;
  if (order_ == Order::Check && names_.size() - base <= k_few_names) {
    for (auto at = first; at != names_.end() && !repeated; ++at) {
      repeated = std::any_of(first, at, [&](const Name& n) { return n.text == at->text; });
    }
  } else if (order_ == Order::Check) {
    std::sort(first, names_.end(), [](const Name& a, const Name& b) { return a.text < b.text; });
    repeated = std::adjacent_find(first, names_.end(), [](const Name& a, const Name& b) {
                 return a.text == b.text;
               }) != names_.end();
  }
  names_.resize(base);
  if (repeated) {
    needs_exact_ = true;
    halt("a name is repeated", nullptr);
  }
  return !stopped_;
}

}  // namespace pumuki::evidence
