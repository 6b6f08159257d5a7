#include "gate/collect/reader.h"
#include "gate/collect/report_taker.h"
#include "gate/core/text.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <string>

/// The readers of analyser and test reports.
/// Input: one byte for the format (its place in report_formats()), then the report.
namespace pumuki::collect {
namespace {

constexpr std::int64_t k_max_findings = 50;

/// Inside the repository, or a text that no path in it can be.
bool is_place(const std::string& file) {
  if (file.empty() || file.contains('\0')) {
    return false;
  }
  const auto parts = split(file, '/');
  const bool below = std::ranges::none_of(
      parts, [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
  return below || file.starts_with('/') || file.contains("://");
}

void check_finding(const evidence::Finding& finding) {
  fuzz::require(!finding.rule_id.empty() && is_valid_utf8(finding.rule_id));
  fuzz::require(!finding.message.empty() && is_valid_utf8(finding.message));
  fuzz::require(!finding.code.empty() && is_ascii(finding.code));
  fuzz::require(finding.rule_id.size() <= k_max_rule_bytes);
  fuzz::require(finding.message.size() <= k_max_message_bytes);
  fuzz::require(is_place(finding.file));
  fuzz::require(std::ranges::all_of(finding.lines, [](std::int64_t line) { return line > 0; }));
  fuzz::require(std::ranges::adjacent_find(finding.lines, std::ranges::greater_equal{}) ==
                finding.lines.end());
}

}  // namespace
}  // namespace pumuki::collect

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  static fuzz::MemoryFile file;
  fuzz::Input input{data, size};
  const auto& formats = collect::report_formats();
  const std::string_view format = formats.at(input.choice(formats.size()));
  file.set(input.rest());
  const collect::ReaderContext context{.root = "/no/such/repository",
                                       .max_findings = collect::k_max_findings,
                                       .min_line_coverage = 80};
  std::int64_t taken = 0;
  const auto summary =
      collect::read_report(format, file.path(), context, [&](evidence::Finding finding) {
        ++taken;
        collect::check_finding(finding);
      });
  fuzz::require(taken <= collect::k_max_findings + 1);
  if (summary) {
    fuzz::require(summary->taken == taken && summary->unmapped <= taken);
    fuzz::require(is_valid_utf8(summary->tool));
  } else {
    fuzz::require(!summary.error().message.empty());
  }
  return 0;
}
