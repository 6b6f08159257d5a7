#include "gate/core/json_text.h"
#include "gate/evidence/collector.h"
#include "gate/evidence/json_scalar.h"

#include <cmath>

namespace pumuki::evidence {
namespace {

/// ECMAScript String(number): unlike in JSON, an overflow has a name.
void append_number_text(std::string& text, double value) {
  if (std::isinf(value)) {
    text += value < 0 ? "-Infinity" : "Infinity";
  } else {
    append_json_number(text, value);
  }
}

void append_scalar_text(std::string& text, const Seen& seen) {
  switch (seen.type) {
    case Type::String:
    case Type::True:
    case Type::False:
      text += seen.text;
      break;
    case Type::Number:
      append_number_text(text, number_value(seen.text));
      break;
    default:
      break;
  }
}

}  // namespace

/// The text of an array element, as Array.join makes it: null is empty, lists join recursively.
void Collector::append_text(Value& value, std::string& text) {
  bool first = true;
  const Seen seen = walker_.array(value, [&](Value& element) {
    text += first ? "" : ",";
    first = false;
    append_text(element, text);
  });
  if (seen.type == Type::Object) {
    text += "[object Object]";
  } else if (seen.type != Type::Array) {
    append_scalar_text(text, seen);
  }
}

/// The value of `lines`: what is falsy sorts as empty text (evidence-server §9).
Seen Collector::lines(Value& value, std::string& text) {
  const std::string_view token = value.raw_json_token();
  if (token.front() == '[') {
    std::size_t count = 0;
    return walker_.array(value, [&](Value& element) {
      text += count++ == 0 ? "" : ",";
      append_text(element, text);
    });
  }
  const Seen seen = walker_.any(value);
  const bool zero = seen.type == Type::Number && number_value(seen.text) == 0;
  if (seen.type == Type::Object) {
    text = "[object Object]";
  } else if (!zero && seen.type != Type::False) {
    append_scalar_text(text, seen);
  }
  return seen;
}

}  // namespace pumuki::evidence
