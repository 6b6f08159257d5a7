#include "gate/evidence/facets_number.h"

#include <cmath>
#include <limits>

namespace pumuki::evidence {

double percent(double a, double b) { return b == 0 ? 0 : std::floor(a / b * 100 + 0.5); }

double round2(double x) {
  // 53 bits times 100 needs 60 bits, so neither the product nor the sum is rounded.
  static_assert(std::numeric_limits<long double>::digits >= 64);
  const long double hundredths = std::floor(static_cast<long double>(x) * 100 + 0.5L);
  return static_cast<double>(hundredths) / 100;
}

}  // namespace pumuki::evidence
