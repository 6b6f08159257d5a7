#include "gate/collect/format_readers.h"
#include "gate/collect/severity_table.h"
#include "gate/collect/xml_events.h"
#include "gate/core/files.h"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "junit";
constexpr std::size_t k_max_searched_bytes = 20'000;

std::int64_t number_of(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct TextPlace {
  std::string_view path;
  std::int64_t line = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool ends_a_path(char c) {
  return static_cast<unsigned char>(c) <= ' ' || std::string_view{"\"'()[]<>=,;:"}.contains(c);
}

/// The next "path:12" or "File "path", line 12" of a stack at or behind `from`, which moves on.
std::optional<TextPlace> next_place(std::string_view text, std::size_t& from) {
  static constexpr std::string_view k_python = "\", line ";
  for (; from < text.size(); ++from) {
    const std::string_view rest = text.substr(from);
    const bool colon = rest.size() > 1 && rest[0] == ':' && is_digit(rest[1]);
    const bool python = rest.starts_with(k_python);
    if (!colon && !python) {
      continue;
    }
    std::size_t start = from;
    while (start > 0 && (python ? text[start - 1] != '"' : !ends_a_path(text[start - 1]))) {
      --start;
    }
    const TextPlace place{.path = text.substr(start, from - start),
                          .line = number_of(rest.substr(colon ? 1 : k_python.size()))};
    ++from;
    if (!place.path.empty()) {
      return place;
    }
  }
  return std::nullopt;
}

class JunitVisitor final : public XmlVisitor {
 public:
  explicit JunitVisitor(ReportTaker& taker) : taker_(taker) {}

  bool enter(const XmlElement& element) override {
    if (element.depth == 0 && element.name != "testsuites" && element.name != "testsuite") {
      return false;
    }
    if (element.name == "testsuite") {
      suite_files_.emplace_back(element.attribute("file"));
      test_ = std::string{element.attribute("name")};
      file_ = suite_files_.back();
      line_ = 0;
    } else if (element.name == "testcase") {
      enter_case(element);
    } else if (element.name == "failure" || element.name == "error") {
      take(element);
    } else if (element.name == "skipped") {
      taker_.drop("skipped");
    } else if (element.name.starts_with("flaky")) {
      taker_.drop("flaky");
    }
    return true;
  }
  void leave(std::string_view name) override {
    if (name == "testsuite") {
      suite_files_.pop_back();
    }
  }

 private:
  void enter_case(const XmlElement& element) {
    const std::string_view group = element.attribute("classname");
    test_ = group.empty() ? "" : std::string{group} + ".";
    test_ += element.attribute("name");
    file_ = element.attribute("file");
    if (file_.empty() && !suite_files_.empty()) {
      file_ = suite_files_.back();
    }
    line_ = number_of(element.attribute("line"));
  }
  /// The first place of the text that is a file of the repository.
  std::optional<std::pair<MappedPlace, std::int64_t>> place_in(std::string_view text) {
    text = text.substr(0, k_max_searched_bytes);
    for (std::size_t from = 0; const auto place = next_place(text, from);) {
      MappedPlace mapped = taker_.places().map_path(place->path);
      if (mapped.mapped && is_regular_file(taker_.context().root + "/" + mapped.file)) {
        return std::pair{std::move(mapped), place->line};
      }
    }
    return std::nullopt;
  }
  void take(const XmlElement& element) {
    const std::string_view message = element.attribute("message");
    const std::string_view said = message.empty() ? std::string_view{element.text} : message;
    ReportTaker::Told told{.rule_id = "junit." + std::string{element.name},
                           .severity = severity_for(k_format, element.name),
                           .message = test_ + ": " + std::string{said}};
    if (auto place = place_in(element.text)) {
      told.place = std::move(place->first);
      told.line = place->second;
    } else {
      told.place = taker_.places().map_path(file_);
      told.line = line_;
    }
    taker_.take(std::move(told));
  }

  ReportTaker& taker_;
  std::vector<std::string> suite_files_;
  std::string test_;
  std::string file_;
  std::int64_t line_ = 0;
};

}  // namespace

Result<void> read_junit(ByteSource& source, ReportTaker& taker) {
  taker.tool("junit", "");
  JunitVisitor visitor{taker};
  return walk_xml(source, visitor);
}

}  // namespace pumuki::collect
