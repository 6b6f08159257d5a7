#pragma once

#include "gate/collect/byte_source.h"
#include "gate/collect/report_taker.h"
#include "gate/core/result.h"

namespace pumuki::collect {

/// One reader for each format; read_report() chooses. Each takes the source to its end, tells the
/// taker its tool and its findings, and fails with a byte offset when the report is not of its
/// format (docs/reports.md has the shapes that are understood).
Result<void> read_sarif(ByteSource& source, ReportTaker& taker);
Result<void> read_gcc_json(ByteSource& source, ReportTaker& taker);
Result<void> read_clang_tidy(ByteSource& source, ReportTaker& taker);
Result<void> read_clang_tidy_yaml(ByteSource& source, ReportTaker& taker);
Result<void> read_cppcheck(ByteSource& source, ReportTaker& taker);
Result<void> read_junit(ByteSource& source, ReportTaker& taker);
Result<void> read_lcov(ByteSource& source, ReportTaker& taker);

}  // namespace pumuki::collect
