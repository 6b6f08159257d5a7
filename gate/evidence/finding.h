#pragma once

#include "gate/core/severity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::evidence {

/// One finding as collectors make it and the writer stores it (contract: evidence-v2.1 §1.1).
struct Finding {
  std::string rule_id;
  Severity severity = Severity::Warn;
  std::string code;
  std::string message;
  /// Relative to the repository root, '/' between folders, bytes; "unknown" without a location.
  std::string file = "unknown";
  /// Ascending, unique; empty without a place in the file.
  std::vector<std::int64_t> lines;
  /// How it was found ("FileContent", the analyser's name) and in what ("git:staged").
  std::string matched_by;
  std::string source;
  /// False: never blocks, whatever its severity (old debt, a waived finding). Nothing: the
  /// threshold decides.
  std::optional<bool> blocking;
  std::optional<std::string> why;
  std::optional<std::string> impact;
  std::optional<std::string> expected_fix;
  /// Names the finding across edits: rule, path, text of its lines and ordinal, never the line
  /// number. 32 lower-case hex digits; empty until it was computed (collect/fingerprint).
  std::string fingerprint;
  /// The baseline holds it: old debt, which never blocks.
  bool in_baseline = false;
  /// The waiver that covers it.
  std::optional<std::string> waiver_id;
};

}  // namespace pumuki::evidence
