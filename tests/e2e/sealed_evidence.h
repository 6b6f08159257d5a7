#pragma once

#include "gate/core/clock.h"

#include <string>

namespace pumuki::test {

struct EvidenceOptions {
  TimeMs timestamp = 0;
  /// "ALLOWED" or "BLOCKED"
  std::string status = "ALLOWED";
  /// Number of findings in the snapshot, each an INFO.
  int findings = 3;
};

/// A complete evidence document, sealed.
std::string sealed_evidence(const EvidenceOptions& options);

}  // namespace pumuki::test
