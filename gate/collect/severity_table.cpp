#include "gate/collect/severity_table.h"

#include <algorithm>
#include <array>

namespace pumuki::collect {
namespace {

struct Row {
  std::string_view format;
  std::string_view word;
  Severity severity;
};

constexpr std::array k_rows{
    Row{.format = "sarif", .word = "error", .severity = Severity::Error},
    Row{.format = "sarif", .word = "warning", .severity = Severity::Warn},
    Row{.format = "sarif", .word = "note", .severity = Severity::Info},
    Row{.format = "sarif", .word = "none", .severity = Severity::Info},
    Row{.format = "gcc-json", .word = "fatal error", .severity = Severity::Error},
    Row{.format = "gcc-json", .word = "error", .severity = Severity::Error},
    Row{.format = "gcc-json", .word = "sorry, unimplemented", .severity = Severity::Error},
    Row{.format = "gcc-json", .word = "internal compiler error", .severity = Severity::Error},
    Row{.format = "gcc-json", .word = "warning", .severity = Severity::Warn},
    Row{.format = "gcc-json", .word = "note", .severity = Severity::Info},
    Row{.format = "clang-tidy", .word = "fatal error", .severity = Severity::Error},
    Row{.format = "clang-tidy", .word = "error", .severity = Severity::Error},
    Row{.format = "clang-tidy", .word = "warning", .severity = Severity::Warn},
    Row{.format = "clang-tidy", .word = "remark", .severity = Severity::Info},
    Row{.format = "clang-tidy", .word = "note", .severity = Severity::Info},
    Row{.format = "cppcheck", .word = "error", .severity = Severity::Error},
    Row{.format = "cppcheck", .word = "warning", .severity = Severity::Warn},
    Row{.format = "cppcheck", .word = "portability", .severity = Severity::Warn},
    Row{.format = "cppcheck", .word = "performance", .severity = Severity::Info},
    Row{.format = "cppcheck", .word = "style", .severity = Severity::Info},
    Row{.format = "cppcheck", .word = "debug", .severity = Severity::Info},
    Row{.format = "cppcheck", .word = "none", .severity = Severity::Info},
    Row{.format = "junit", .word = "failure", .severity = Severity::Error},
    Row{.format = "junit", .word = "error", .severity = Severity::Error},
    Row{.format = "lcov", .word = "low", .severity = Severity::Warn},
    Row{.format = "sarif-kind", .word = "informational", .severity = Severity::Info},
    Row{.format = "sarif-kind", .word = "open", .severity = Severity::Warn},
    Row{.format = "sarif-kind", .word = "review", .severity = Severity::Warn}};

}  // namespace

Severity severity_for(std::string_view format, std::string_view word) {
  const auto row = std::ranges::find_if(
      k_rows, [&](const Row& one) { return one.format == format && one.word == word; });
  return row == k_rows.end() ? Severity::Warn : row->severity;
}

std::optional<Severity> severity_for_kind(std::string_view kind) {
  if (kind == "pass" || kind == "notApplicable") {
    return std::nullopt;
  }
  return severity_for("sarif-kind", kind);
}

std::optional<Severity> severity_for_score(double score) {
  constexpr double k_critical = 9.0;
  constexpr double k_error = 7.0;
  constexpr double k_warn = 4.0;
  constexpr double k_highest = 10.0;
  if (!(score > 0.0 && score <= k_highest)) {
    return std::nullopt;
  }
  return score >= k_critical ? Severity::Critical
         : score >= k_error  ? Severity::Error
         : score >= k_warn   ? Severity::Warn
                             : Severity::Info;
}

}  // namespace pumuki::collect
