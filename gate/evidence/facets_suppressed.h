#pragma once

#include "gate/evidence/collections.h"
#include "gate/evidence/facets.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// Distinct triples (rule or substitute, file, platform) of suppressed findings.
struct ReplacementShare {
  double replacement = 0;
  double non_replacement = 0;
  double total = 0;
};

/// A number without its prefix "suppressed_".
struct NamedNumber {
  std::string_view name;
  double value = 0;
};

/// Counts and ratios of evidence-server §6.3.
class SuppressedNumbers {
 public:
  SuppressedNumbers(const std::vector<SuppressedRow>& rows, std::size_t findings_count);

  [[nodiscard]] const std::vector<NamedNumber>& all() const { return numbers_; }
  /// 0 for an unknown name.
  [[nodiscard]] double get(std::string_view name) const;
  [[nodiscard]] ReplacementShare share() const;

 private:
  std::vector<NamedNumber> numbers_;
};

/// All facets named "suppressed_…" but suppressed_findings_count (evidence-server §6.3, §6.4).
FacetList suppressed_facets(const std::vector<SuppressedRow>& rows, std::size_t findings_count);

}  // namespace pumuki::evidence
