#include "gate/core/json_writer.h"

#include "gate/core/json_text.h"

#include <algorithm>
#include <utility>

namespace pumuki {
namespace {

/// Behind the closing quote of the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    at += json[at] == '\\' ? std::size_t{1} : std::size_t{0};
  }
  return std::min(at + 1, json.size());
}

}  // namespace

void JsonWriter::separate() {
  if (!first_) {
    out_ += ',';
  }
  first_ = false;
}

JsonWriter& JsonWriter::begin_object() {
  separate();
  out_ += '{';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  out_ += '}';
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  separate();
  out_ += '[';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  out_ += ']';
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) { return raw(flag ? "true" : "false"); }

JsonWriter& JsonWriter::value(double number) {
  separate();
  append_json_number(out_, number);
  return *this;
}

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::value(const std::vector<std::string>& texts) {
  begin_array();
  for (const std::string& text : texts) {
    value(text);
  }
  return end_array();
}

std::string JsonWriter::take() {
  first_ = true;
  return std::exchange(out_, {});
}

std::string pretty_json(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 2);
  std::size_t depth = 0;
  const auto new_line = [&] {
    out += '\n';
    out.append(depth * 2, ' ');
  };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t end = end_of_string(json, i);
      out += json.substr(i, end - i);
      i = end - 1;
      continue;
    }
    const bool was_empty = i > 0 && (json[i - 1] == '{' || json[i - 1] == '[');
    if (c == '}' || c == ']') {
      --depth;
      if (!was_empty) {
        new_line();
      }
    }
    out += c;
    if (c == '{' || c == '[') {
      ++depth;
      if (json[i + 1] != '}' && json[i + 1] != ']') {
        new_line();
      }
    } else if (c == ',') {
      new_line();
    } else if (c == ':') {
      out += ' ';
    }
  }
  out += '\n';
  return out;
}

}  // namespace pumuki
