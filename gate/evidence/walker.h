#pragma once

#include "gate/evidence/collections.h"
#include "gate/evidence/emitter.h"

#include <simdjson.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

enum class Type : std::uint8_t { None, Null, False, True, Number, String, Array, Object };

/// A value the walker has passed. None: the walk has stopped.
struct Seen {
  Type type = Type::None;
  Range range;
  /// String: decoded; valid until the next string when `transient`. Number, literals: the token.
  std::string_view text;
  bool transient = false;
};

/// Why and where a walk stopped.
struct Stop {
  std::string reason;
  std::optional<std::uint64_t> offset;
  /// The first wrong byte may be another one than `offset` (fault_place.h finds it).
  bool vague = false;
};

/// What to do with names that are array indices or that repeat (evidence-v2.1 §3).
enum class Order {
  /// Stop and say needs_exact(): the text must be rebuilt first.
  Check,
  /// The text is canonical: indices stand where they belong.
  Trust,
  /// Put them right in the text emitted. Needs an emitter that keeps its text.
  Rebuild,
};

/// One strict pass over a JSON text with simdjson's on-demand parser: checks every token, emits the
/// canonical text, and hands values to its caller. Every value handed out must be passed to any(),
/// object() or array() exactly once.
class Walker {
 public:
  using Value = simdjson::ondemand::value;

  /// `text` must be valid UTF-8, have simdjson::SIMDJSON_PADDING readable bytes behind it and
  /// outlive the walker, as must `emitter`.
  Walker(std::string_view text, Emitter& emitter, Order order)
      : text_(text), emitter_(emitter), order_(order) {}

  /// Walks the whole text, which must be an object, calling member(name, name_json, value). Not for
  /// Order::Rebuild. The member `excluded` is walked with the emitter muted.
  template <class F>
  void document(std::string_view excluded, F&& member);
  /// Calls member(name, value) for each member; a value of another type is only passed.
  template <class F>
  Seen object(Value& value, F&& member);
  /// Calls element(value) for each element; a value of another type is only passed.
  template <class F>
  Seen array(Value& value, F&& element);
  Seen any(Value& value);
  /// Walks the whole text, an array or object, with nothing excluded and nobody looking.
  void whole();

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] bool needs_exact() const { return needs_exact_; }
  [[nodiscard]] const Stop& stop() const { return stop_; }
  /// Some token was not spelled canonically.
  [[nodiscard]] bool respelled() const { return respelled_; }

 private:
  struct Name {
    std::string_view text;
    std::string_view json;
  };
  struct Mark {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  Seen halt(std::string reason, const char* where);
  Seen halt(simdjson::error_code error);
  bool open();
  void finish();
  bool enter(const char* where);
  Seen leave(Type type, const char* begin, simdjson::simdjson_result<const char*> next);
  template <class F>
  void members(simdjson::ondemand::object& fields, F&& member);
  template <class F>
  void elements(simdjson::ondemand::array& items, F&& element);
  Seen string(Value& value, std::string_view token);
  Seen scalar(std::string_view token);
  bool name(simdjson::ondemand::field& field);
  bool check_names(std::size_t base);
  bool reorder(std::size_t base, std::size_t body_begin);
  [[nodiscard]] std::uint64_t offset(const char* where) const {
    return static_cast<std::uint64_t>(where - text_.data());
  }

  std::string_view text_;
  Emitter& emitter_;
  const Order order_;
  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  int depth_ = 0;
  bool opened_ = false;
  bool stopped_ = false;
  bool needs_exact_ = false;
  bool respelled_ = false;
  Stop stop_;
  std::string scratch_;
  /// Names of the objects that are open, outermost first; marks_ runs beside it when rebuilding.
  std::vector<Name> names_;
  std::vector<Mark> marks_;
  std::uint64_t reordered_bytes_ = 0;
  std::deque<std::string> odd_names_;
};

template <class F>
void Walker::document(std::string_view excluded, F&& member) {
  simdjson::ondemand::object fields;
  if (!open() || !enter(text_.data())) {
    return;
  }
  if (const auto error = document_.get_object().get(fields)) {
    halt(error);
    return;
  }
  bool first = true;
  emitter_.put('{');
  for (auto item : fields) {
    simdjson::ondemand::field field;
    if (const auto error = std::move(item).get(field)) {
      halt(error);
      return;
    }
    if (!name(field)) {
      return;
    }
    const Name key = names_.back();
    const bool hashed = key.text != excluded;
    if (hashed) {
      if (!first) {
        emitter_.put(',');
      }
      first = false;
      emitter_.put(key.json);
      emitter_.put(':');
    }
    emitter_.set_muted(!hashed);
    member(key.text, key.json, field.value());
    emitter_.set_muted(false);
    if (stopped_) {
      return;
    }
  }
  emitter_.put('}');
  check_names(0);
  finish();
}

template <class F>
void Walker::members(simdjson::ondemand::object& fields, F&& member) {
  const std::size_t base = names_.size();
  const bool rebuild = order_ == Order::Rebuild;
  emitter_.put('{');
  const std::size_t body = emitter_.pending().size();
  for (auto item : fields) {
    simdjson::ondemand::field field;
    if (const auto error = std::move(item).get(field)) {
      halt(error);
      return;
    }
    if (names_.size() > base) {
      emitter_.put(',');
    }
    const std::size_t begin = emitter_.pending().size();
    if (!name(field)) {
      return;
    }
    const Name key = names_.back();
    emitter_.put(key.json);
    emitter_.put(':');
    if (rebuild) {
      marks_.push_back({.begin = begin, .end = 0});
    }
    member(key.text, field.value());
    if (stopped_) {
      return;
    }
    if (rebuild) {
      marks_.back().end = emitter_.pending().size();
    }
  }
  if (rebuild ? reorder(base, body) : check_names(base)) {
    emitter_.put('}');
  }
}

template <class F>
void Walker::elements(simdjson::ondemand::array& items, F&& element) {
  bool first = true;
  emitter_.put('[');
  for (auto item : items) {
    Value next;
    if (const auto error = std::move(item).get(next)) {
      halt(error);
      return;
    }
    if (!first) {
      emitter_.put(',');
    }
    first = false;
    element(next);
    if (stopped_) {
      return;
    }
  }
  emitter_.put(']');
}

template <class F>
Seen Walker::object(Value& value, F&& member) {
  const std::string_view token = value.raw_json_token();
  if (token.front() != '{') {
    return any(value);
  }
  if (!enter(token.data())) {
    return {};
  }
  simdjson::ondemand::object fields;
  if (const auto error = value.get_object().get(fields)) {
    return halt(error);
  }
  members(fields, member);
  return stopped_ ? Seen{} : leave(Type::Object, token.data(), value.current_location());
}

template <class F>
Seen Walker::array(Value& value, F&& element) {
  const std::string_view token = value.raw_json_token();
  if (token.front() != '[') {
    return any(value);
  }
  if (!enter(token.data())) {
    return {};
  }
  simdjson::ondemand::array items;
  if (const auto error = value.get_array().get(items)) {
    return halt(error);
  }
  elements(items, element);
  return stopped_ ? Seen{} : leave(Type::Array, token.data(), value.current_location());
}

}  // namespace pumuki::evidence
