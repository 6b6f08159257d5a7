#include "gate/collect/json_syntax.h"
#include "gate/core/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace pumuki::collect {
namespace {

using nlohmann::json;

/// nlohmann's exception for a number that no double holds.
constexpr int k_number_out_of_range = 406;

/// Takes everything and keeps nothing but the place of the first fault.
class Checker final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const json::exception& error) override {
    if (error.id != k_number_out_of_range) {
      offset_ = position == 0 ? 0 : position - 1;
    }
    return false;
  }

  [[nodiscard]] std::optional<std::size_t> offset() const { return offset_; }

 private:
  std::optional<std::size_t> offset_;
};

/// Blanks out comments and commas that nothing follows; every other byte keeps its place.
class Relaxer {
 public:
  explicit Relaxer(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      step();
    }
    return std::move(text_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"') {
      comma_.reset();
      last_ = c;
      skip_string();
    } else if (starts("//")) {
      blank_to(std::min(text_.find('\n', at_), text_.size()));
    } else if (starts("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      blank_to(end == std::string::npos ? at_ + 1 : end + 2);
    } else {
      take(c);
      ++at_;
    }
  }
  void take(char c) {
    static constexpr std::string_view k_not_behind = "{[,";
    if (trim({&c, 1}).empty()) {
      return;
    }
    if ((c == '}' || c == ']') && comma_) {
      text_[*comma_] = ' ';
    }
    comma_.reset();
    if (c == ',' && !k_not_behind.contains(last_)) {
      comma_ = at_;
    }
    last_ = c;
  }
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      }
    }
    ++at_;
  }
  void blank_to(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') {
        text_[at_] = ' ';
      }
    }
  }
  [[nodiscard]] bool starts(std::string_view mark) const {
    return std::string_view{text_}.substr(at_).starts_with(mark);
  }

  std::string text_;
  std::size_t at_ = 0;
  /// The last character that is neither white space nor comment.
  char last_ = '[';
  std::optional<std::size_t> comma_;
};

}  // namespace

std::optional<JsonDialect> json_dialect(std::string_view path) {
  const std::string lower = ascii_lower(path);
  const std::string_view name = std::string_view{lower}.substr(lower.rfind('/') + 1);
  const bool is_json = name.ends_with(".json");
  const bool in_vscode = lower.starts_with(".vscode/") || lower.contains("/.vscode/");
  if (name.ends_with(".jsonc") || name.ends_with(".code-workspace") || name == ".eslintrc" ||
      name == ".babelrc" || name == ".swcrc") {
    return JsonDialect::Relaxed;
  }
  if (is_json && (in_vscode || name.starts_with("tsconfig") || name.starts_with("jsconfig") ||
                  name == "devcontainer.json" || name == ".devcontainer.json" ||
                  name == ".eslintrc.json" || name == ".babelrc.json")) {
    return JsonDialect::Relaxed;
  }
  if (is_json || name.ends_with(".webmanifest") || name.ends_with(".geojson") ||
      name.ends_with(".ipynb")) {
    return JsonDialect::Strict;
  }
  return std::nullopt;
}

std::optional<JsonFault> json_fault(std::string_view text, JsonDialect dialect) {
  std::string relaxed;
  if (dialect == JsonDialect::Relaxed) {
    relaxed = Relaxer{text}.run();
    text = relaxed;
    if (trim(text).empty() && !text.empty()) {
      return std::nullopt;  // a configuration of comments only
    }
  }
  Checker checker;
  json::sax_parse(text, &checker);
  if (!checker.offset()) {
    return std::nullopt;
  }
  const std::string_view before = text.substr(0, *checker.offset());
  const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return JsonFault{.line = 1 + std::ranges::count(before, '\n'),
                   .column = static_cast<std::int64_t>(before.size() - line_start) + 1};
}

}  // namespace pumuki::collect
