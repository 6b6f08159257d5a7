#include "gate/collect/format_readers.h"
#include "gate/collect/severity_table.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "clang-tidy";
constexpr std::size_t k_max_line_bytes = std::size_t{1} << 20;
constexpr std::array<std::string_view, 5> k_levels{"fatal error", "error", "warning", "remark",
                                                   "note"};
/// What the tool and its driver say beside diagnostics.
constexpr std::array<std::string_view, 5> k_said_beside{
    "Suppressed ", "Use -header-filter=", "Found compiler error", "Error while processing ",
    "Enabled checks:"};
constexpr std::array<std::string_view, 3> k_crashes{
    "LLVM ERROR:", "Stack dump:", "PLEASE submit a bug report"};

struct Diagnostic {
  std::string_view path;
  std::int64_t line = 0;
  std::string_view level;
  std::string_view message;
};

/// Takes ":12" from the end of a text.
std::optional<std::int64_t> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) {
    return std::nullopt;
  }
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + colon + 1, end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) {
    return std::nullopt;
  }
  text = text.substr(0, colon);
  return number;
}

/// "path:line:column: level: message"
std::optional<Diagnostic> parse(std::string_view line) {
  for (const std::string_view level : k_levels) {
    const std::string mark = ": " + std::string{level} + ": ";
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) {
      continue;
    }
    std::string_view place = line.substr(0, at);
    const auto column = take_number(place);
    const auto number = column ? take_number(place) : std::nullopt;
    if (number && !place.empty()) {
      return Diagnostic{
          .path = place, .line = *number, .level = level, .message = line.substr(at + mark.size())};
    }
  }
  return std::nullopt;
}

/// Cuts "[check,other,-warnings-as-errors]" off the message and returns the first name.
std::string take_check(std::string_view& message) {
  const std::size_t open = message.rfind(" [");
  if (open == std::string_view::npos || !message.ends_with(']')) {
    return {};
  }
  const std::string_view names = message.substr(open + 2, message.size() - open - 3);
  const std::string_view first = names.substr(0, names.find(','));
  if (first.empty() || first.contains(' ')) {
    return {};
  }
  message = message.substr(0, open);
  return std::string{first};
}

bool starts_with_any(std::string_view line, auto& beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view one) { return line.starts_with(one); });
}

/// "12 warnings and 1 error generated."
bool is_count(std::string_view line) {
  const bool counts = line.contains(" warning") || line.contains(" error");
  return !line.empty() && line[0] >= '0' && line[0] <= '9' && counts &&
         (line.ends_with(" generated.") || line.ends_with(" treated as error") ||
          line.ends_with(" treated as errors"));
}

/// "[3/12] …" of run-clang-tidy
bool is_progress(std::string_view line) {
  return line.size() > 1 && line[0] == '[' && line[1] >= '0' && line[1] <= '9';
}

}  // namespace

Result<void> read_clang_tidy(ByteSource& source, ReportTaker& taker) {
  taker.tool("clang-tidy", "");
  bool inside = false;
  for (std::uint64_t start = 0; !source.at_end();) {
    start = source.offset();
    const auto line = source.line(k_max_line_bytes);
    if (!line) {
      break;
    }
    auto diagnostic = parse(*line);
    if (!diagnostic) {
      const bool crash = starts_with_any(*line, k_crashes);
      const bool known = inside || trim(*line).empty() || is_count(*line) || is_progress(*line) ||
                         starts_with_any(*line, k_said_beside);
      if (crash || !known) {
        return fail(Code::WrongShape,
                    at_byte(crash ? "clang-tidy broke down" : "no diagnostic", start),
                    "Give it what clang-tidy prints on standard output.");
      }
      continue;
    }
    inside = true;
    if (diagnostic->level == "note") {
      continue;  // belongs to the diagnostic before it
    }
    std::string check = take_check(diagnostic->message);
    taker.take({.rule_id = check.empty() ? "clang-tidy." + std::string{diagnostic->level} : check,
                .severity = severity_for(k_format, diagnostic->level),
                .message = std::string{diagnostic->message},
                .place = taker.places().map_path(diagnostic->path),
                .line = diagnostic->line});
  }
  return {};
}

}  // namespace pumuki::collect
