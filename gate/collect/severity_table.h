#pragma once

#include "gate/core/severity.h"

#include <optional>
#include <string_view>

namespace pumuki::collect {

/// The one table from the words of every report format to our severities (docs/reports.md shows
/// it). `format` is a format name of `pumuki ingest`; a word that is not in the table counts as
/// WARN.
Severity severity_for(std::string_view format, std::string_view word);

/// SARIF's `kind` of a result that is not "fail": its severity, or nothing when the result says
/// that there is no problem (pass, notApplicable).
std::optional<Severity> severity_for_kind(std::string_view kind);

/// GitHub's `security-severity`: from 9 CRITICAL, from 7 ERROR, from 4 WARN, else INFO. Nothing
/// for 0 and for what is no score of 0 to 10: then the level counts.
std::optional<Severity> severity_for_score(double score);

}  // namespace pumuki::collect
