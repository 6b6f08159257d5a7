#include "gate/collect/format_readers.h"
#include "gate/collect/severity_table.h"
#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "lcov";
constexpr std::string_view k_rule = "coverage.lines";
constexpr std::size_t k_max_line_bytes = std::size_t{64} << 10;
constexpr std::size_t k_max_covered_lines = 10'000'000;
constexpr std::int64_t k_max_line_number = 100'000'000;
constexpr double k_percent = 100.0;

/// The lines of one file, as twice the number and one more when it was run.
using Lines = std::vector<std::uint32_t>;

struct Counts {
  std::int64_t coverable = 0;
  std::int64_t covered = 0;
};

/// Several records of one file (one for each test) count together.
Counts count(Lines& lines) {
  std::ranges::sort(lines);
  Counts counts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool last_of_line = i + 1 == lines.size() || lines[i + 1] / 2 != lines[i] / 2;
    if (last_of_line) {
      ++counts.coverable;
      counts.covered += lines[i] % 2;
    }
  }
  return counts;
}

std::string percent_text(double percent) {
  std::string text = std::to_string(percent);
  text.erase(text.find_last_not_of('0') + 1);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

/// "KEY:value"
bool is_record_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         std::ranges::all_of(line.substr(0, colon), [](char c) { return c >= 'A' && c <= 'Z'; });
}

class Tracefile {
 public:
  explicit Tracefile(ReportTaker& taker) : taker_(taker) {}

  /// What is wrong with the line, if anything.
  std::optional<std::string_view> line(std::string_view line) {
    if (trim(line).empty() || line.starts_with('#')) {
      return std::nullopt;
    }
    if (line == "end_of_record") {
      current_ = nullptr;
      return std::nullopt;
    }
    if (!is_record_line(line)) {
      return "no line of a coverage record";
    }
    if (line.starts_with("SF:")) {
      const MappedPlace place = taker_.places().map_path(line.substr(3));
      current_ = &files_[{place.file, place.mapped}];
    } else if (line.starts_with("DA:")) {
      return data(line.substr(3));
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_open() const { return current_ != nullptr; }
  [[nodiscard]] bool is_empty() const { return files_.empty(); }

  void finish() {
    Counts all;
    for (auto& [place, lines] : files_) {
      const Counts counts = count(lines);
      all.coverable += counts.coverable;
      all.covered += counts.covered;
      judge({.file = place.first, .mapped = place.second}, counts);
    }
    taker_.summary().coverable_lines = all.coverable;
    taker_.summary().covered_lines = all.covered;
  }

 private:
  std::optional<std::string_view> data(std::string_view text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (current_ == nullptr || parsed.ec != std::errc{} || parsed.ptr == end ||
        *parsed.ptr != ',' || number < 0 || number > k_max_line_number) {
      return "a DA line that says nothing";
    }
    double times = 0;
    if (std::from_chars(parsed.ptr + 1, end, times).ec != std::errc{}) {
      return "a DA line without a count";
    }
    if (++lines_ > k_max_covered_lines) {
      return "too many lines";
    }
    current_->push_back(static_cast<std::uint32_t>(number * 2 + (times > 0 ? 1 : 0)));
    return std::nullopt;
  }
  void judge(const MappedPlace& place, const Counts& counts) {
    const auto floor = taker_.context().min_line_coverage;
    if (!floor || counts.coverable == 0) {
      return;
    }
    const double covered =
        k_percent * static_cast<double>(counts.covered) / static_cast<double>(counts.coverable);
    if (covered >= *floor) {
      return;
    }
    // the message names the finding across runs, so the numbers stand beside it
    taker_.take({.rule_id = std::string{k_rule},
                 .severity = severity_for(k_format, "low"),
                 .message = "fewer than " + percent_text(*floor) + " % of the lines are covered",
                 .place = place,
                 .why = std::to_string(counts.covered) + " of " + std::to_string(counts.coverable) +
                        " lines are covered"});
  }

  ReportTaker& taker_;
  std::map<std::pair<std::string, bool>, Lines> files_;
  Lines* current_ = nullptr;
  std::size_t lines_ = 0;
};

}  // namespace

Result<void> read_lcov(ByteSource& source, ReportTaker& taker) {
  taker.tool("lcov", "");
  Tracefile trace{taker};
  while (!source.at_end()) {
    const std::uint64_t start = source.offset();
    const auto line = source.line(k_max_line_bytes);
    if (!line) {
      return {};  // the source says why
    }
    if (const auto wrong = trace.line(*line)) {
      return fail(Code::WrongShape, at_byte(*wrong, start));
    }
  }
  if (trace.is_open() || trace.is_empty()) {
    return fail(Code::WrongShape,
                at_byte(trace.is_open() ? "the last record does not end" : "no coverage record",
                        source.offset()));
  }
  trace.finish();
  return {};
}

}  // namespace pumuki::collect
