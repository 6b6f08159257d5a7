#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pumuki::cli {

/// Larger files are not checked against the schema: that needs a DOM of several times their size.
inline constexpr std::size_t k_max_schema_check_bytes = std::size_t{64} << 20;
/// Faults reported of one file.
inline constexpr std::size_t k_max_schema_faults = 20;

struct SchemaFault {
  /// JSON pointer of the value ("/snapshot/findings/3").
  std::string pointer;
  std::string reason;
};

struct SchemaCheck {
  /// Empty when the check was made; otherwise why not.
  std::string skipped;
  std::vector<SchemaFault> faults;
};

/// Checks a file against schemas/evidence-2.1.schema.json, which is built in. Never fails.
SchemaCheck check_evidence_schema(const std::string& path);

}  // namespace pumuki::cli
