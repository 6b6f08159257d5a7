#pragma once

namespace pumuki::evidence {

/// a in per cent of b, rounded half up; 0 when b is 0 (evidence-server §6.3).
double percent(double a, double b);

/// x ≥ 0 rounded to two decimals as ECMAScript's toFixed(2): nearest to the exact binary value, on
/// an exact tie the larger (evidence-server §6.4).
double round2(double x);

}  // namespace pumuki::evidence
