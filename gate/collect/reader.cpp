#include "gate/collect/reader.h"

#include "gate/collect/format_readers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::collect {
namespace {

struct Format {
  std::string_view name;
  Result<void> (*read)(ByteSource& source, ReportTaker& taker);
};

constexpr std::array k_formats{Format{.name = "sarif", .read = read_sarif},
                               Format{.name = "junit", .read = read_junit},
                               Format{.name = "lcov", .read = read_lcov},
                               Format{.name = "gcc-json", .read = read_gcc_json},
                               Format{.name = "clang-tidy", .read = read_clang_tidy},
                               Format{.name = "clang-tidy-yaml", .read = read_clang_tidy_yaml},
                               Format{.name = "cppcheck", .read = read_cppcheck}};

}  // namespace

const std::vector<std::string_view>& report_formats() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Format& format : k_formats) {
      all.push_back(format.name);
    }
    return all;
  }();
  return names;
}

Result<ReportSummary> read_report(std::string_view format, const std::string& path,
                                  const ReaderContext& context, const FindingSink& sink) {
  const auto known = std::ranges::find(k_formats, format, &Format::name);
  if (known == k_formats.end()) {
    return fail(Code::UsageError, "no report format \"" + std::string{format} + "\"");
  }
  auto source = ByteSource::open(path);
  if (!source) {
    return fail(std::move(source.error()));
  }
  ReportTaker taker{known->name, context, sink};
  auto read = known->read(**source, taker);
  if (read && (*source)->fault()) {
    read = fail(*(*source)->fault());
  }
  if (!read) {
    return fail(std::move(read.error()), path == "-" ? "standard input" : path);
  }
  taker.summary().digest = (*source)->digest();
  return std::move(taker.summary());
}

}  // namespace pumuki::collect
