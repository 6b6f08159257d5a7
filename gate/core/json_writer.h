#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki {

/// Writes compact JSON, members in the order of the calls. Commas are its business; nesting is the
/// caller's: every begin_… needs its end_…. Why not a DOM: replies have a fixed member order and
/// embed ready-made JSON text.
class JsonWriter {
 public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();

  /// The name of the next value.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view{text}); }
  JsonWriter& value(const std::string& text) { return value(std::string_view{text}); }
  JsonWriter& value(bool flag);
  JsonWriter& value(double number);
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  JsonWriter& value(T number) {
    return raw(std::to_string(number));
  }
  JsonWriter& null();
  /// Text that is already one JSON value.
  JsonWriter& raw(std::string_view json);
  JsonWriter& value(const std::vector<std::string>& texts);
  /// The value, or null.
  template <class T>
  JsonWriter& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }

  /// key() and value() in one call.
  template <class T>
  JsonWriter& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  JsonWriter& member_raw(std::string_view name, std::string_view json) {
    return key(name).raw(json);
  }
  /// Leaves the member out when there is no value.
  template <class T>
  JsonWriter& optional_member(std::string_view name, const std::optional<T>& maybe) {
    return maybe ? member(name, *maybe) : *this;
  }

  [[nodiscard]] const std::string& text() const { return out_; }
  /// Takes the text; the writer is empty afterwards.
  std::string take();

 private:
  void separate();

  std::string out_;
  bool first_ = true;
};

/// The same JSON with two blanks of indentation per level and a final newline. `json` must be
/// compact and well formed.
std::string pretty_json(std::string_view json);

}  // namespace pumuki
