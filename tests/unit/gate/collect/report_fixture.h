#pragma once

#include "gate/collect/reader.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::collect {

/// What a report came to.
struct ReadReport {
  std::vector<evidence::Finding> findings;
  ReportSummary summary;
  std::optional<Error> error;

  /// "SEVERITY rule file:line" of each finding, joined by "; ".
  [[nodiscard]] std::string told() const {
    std::string text;
    for (const evidence::Finding& finding : findings) {
      text += text.empty() ? "" : "; ";
      text +=
          std::string{severity_name(finding.severity)} + " " + finding.rule_id + " " + finding.file;
      for (const std::int64_t line : finding.lines) {
        text += ":" + std::to_string(line);
      }
    }
    return text;
  }
  /// "taken suppressed unmapped", then " reason=count".
  [[nodiscard]] std::string counts() const {
    std::string text = std::to_string(summary.taken) + " " + std::to_string(summary.suppressed) +
                       " " + std::to_string(summary.unmapped);
    for (const auto& [reason, count] : summary.dropped) {
      text += " " + reason + "=" + std::to_string(count);
    }
    return text;
  }
  [[nodiscard]] std::string message() const { return error ? error->message : std::string{}; }
};

/// A folder that stands for a repository, with reports beside it.
class ReportTest : public testing::Test {
 protected:
  static std::string fixture(const std::string& name) {
    return test::read_bytes(std::string{PUMUKI_SOURCE_DIR} + "/tests/unit/gate/collect/reports/" +
                            name);
  }
  [[nodiscard]] const std::string& root() const { return root_; }
  ReadReport read(std::string_view format, std::string_view bytes) {
    return read(format, bytes, {.root = root()});
  }
  ReadReport read(std::string_view format, std::string_view bytes, const ReaderContext& context) {
    const std::string path = temp_ / "report";
    test::write_bytes(path, bytes);
    ReadReport result;
    auto summary = read_report(format, path, context, [&](evidence::Finding finding) {
      result.findings.push_back(std::move(finding));
    });
    if (summary) {
      result.summary = std::move(*summary);
    } else {
      result.error = std::move(summary.error());
    }
    return result;
  }

  test::TempDir temp_;
  std::string root_ = make_root();

 private:
  std::string make_root() {
    std::string path = temp_ / "repo";
    test::write_bytes(path + "/src/a.cc", "int one;\nint two;\nint three;\n");
    return path;
  }
};

}  // namespace pumuki::collect
