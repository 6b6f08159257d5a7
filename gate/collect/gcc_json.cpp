#include "gate/collect/format_readers.h"
#include "gate/collect/json_stream.h"
#include "gate/collect/severity_table.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "gcc-json";
constexpr std::string_view k_as_error = "-Werror=";
/// A line of its own beside the lists when a file cannot be compiled to the end.
constexpr std::string_view k_gave_up = "compilation terminated.";
constexpr double k_max_line = 1e9;
/// Nesting of a diagnostic and of the place in its first location, in one array.
constexpr std::size_t k_diagnostic_depth = 2;
constexpr std::size_t k_place_depth = 5;

/// One array of diagnostics as gcc 9 to 14 print it; children are notes and passed over.
class GccEvents final : public JsonEvents {
 public:
  GccEvents(ByteSource& source, ReportTaker& taker) : source_(source), taker_(taker) {}

  bool begin_object() override {
    if (path_.size() == 1) {
      told_ = {};
      file_.clear();
      kind_.clear();
      locations_ = 0;
    } else if (path_.empty()) {
      return refuse("a list of diagnostics was expected");
    }
    if (in_locations() && path_.size() == 3) {
      ++locations_;
    }
    path_.push_back(std::move(key_));
    key_.clear();
    return true;
  }
  bool end_object() override {
    if (path_.size() == k_diagnostic_depth && !take()) {
      return false;
    }
    path_.pop_back();
    return true;
  }
  bool begin_array() override {
    if (path_.size() == 1) {
      return refuse("a diagnostic was expected");
    }
    path_.push_back(std::move(key_));
    key_.clear();
    return true;
  }
  bool end_array() override {
    path_.pop_back();
    return true;
  }
  bool key(std::string& name) override {
    key_ = name;
    return true;
  }
  bool text(std::string& value) override {
    if (path_.size() <= 1) {
      return refuse("a diagnostic was expected");
    }
    if (path_.size() == k_diagnostic_depth && key_ == "kind") {
      kind_ = std::move(value);
    } else if (path_.size() == k_diagnostic_depth && key_ == "message") {
      told_.message = std::move(value);
    } else if (path_.size() == k_diagnostic_depth && key_ == "option") {
      told_.rule_id = std::move(value);
    } else if (in_first_caret() && key_ == "file") {
      file_ = std::move(value);
    }
    return true;
  }
  bool number(double value) override {
    if (path_.size() <= 1) {
      return refuse("a diagnostic was expected");
    }
    if (in_first_caret() && key_ == "line" && value >= 1 && value <= k_max_line) {
      told_.line = static_cast<std::int64_t>(value);
    }
    return true;
  }
  bool boolean(bool /*value*/) override { return null(); }
  bool null() override { return path_.size() > 1 || refuse("a diagnostic was expected"); }

  [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

 private:
  [[nodiscard]] bool in_locations() const { return path_.size() >= 3 && path_[2] == "locations"; }
  [[nodiscard]] bool in_first_caret() const {
    return path_.size() == k_place_depth && in_locations() && locations_ == 1 &&
           path_.back() == "caret";
  }
  bool refuse(std::string_view what) {
    fault_ = fail(Code::WrongShape, at_byte(what, source_.offset())).error();
    return false;
  }
  bool take() {
    if (kind_.empty() || told_.message.empty()) {
      return refuse("a diagnostic without kind or message");
    }
    if (told_.rule_id.starts_with(k_as_error)) {
      told_.rule_id = "-W" + told_.rule_id.substr(k_as_error.size());
    }
    if (told_.rule_id.empty()) {
      told_.rule_id = "gcc." + kind_;
    }
    told_.severity = severity_for(k_format, kind_);
    told_.place = taker_.places().map_path(file_);
    taker_.take(std::move(told_));
    return true;
  }

  ByteSource& source_;
  ReportTaker& taker_;
  std::optional<Error> fault_;
  /// Keys of the open objects and arrays; the outermost array has an empty one.
  std::vector<std::string> path_;
  std::string key_;
  ReportTaker::Told told_;
  std::string kind_;
  std::string file_;
  int locations_ = 0;
};

void skip_blanks(ByteSource& source) {
  while (!source.at_end() && std::string_view{" \t\r\n"}.contains(source.peek())) {
    source.next();
  }
}

/// Goes to the next list or the end, past what the driver says in plain words.
Result<void> skip_to_list(ByteSource& source) {
  skip_blanks(source);
  while (!source.at_end() && source.peek() == k_gave_up.front()) {
    for (const char wanted : k_gave_up) {
      if (source.at_end() || source.peek() != wanted) {
        return fail(Code::WrongShape, at_byte("neither JSON nor words of gcc", source.offset()));
      }
      source.next();
    }
    skip_blanks(source);
  }
  return {};
}

}  // namespace

Result<void> read_gcc_json(ByteSource& source, ReportTaker& taker) {
  taker.tool("gcc", "");
  auto skipped = skip_to_list(source);
  do {
    if (!skipped) {
      return skipped;
    }
    // every compiled file gives one list
    GccEvents events{source, taker};
    auto read = read_json(source, events, false);
    if (!read) {
      return events.fault() ? fail(*events.fault()) : read;
    }
    skipped = skip_to_list(source);
  } while (!skipped || !source.at_end());
  return {};
}

}  // namespace pumuki::collect
