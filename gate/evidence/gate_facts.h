#pragma once

#include "gate/evidence/document.h"
#include "gate/evidence/walker.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Reads the members only the gate asks for. Nothing here makes a document invalid: what is absent
/// or of another type stays absent (gate §3).
class FactReader {
 public:
  FactReader(Walker& walker, GateFacts& out) : walker_(walker), out_(out) {}

  Seen ai_gate(Walker::Value& value);
  Seen severity_metrics(Walker::Value& value);
  Seen repo_state(Walker::Value& value);
  void rules_coverage(Walker::Value& value);
  /// Names the members that are missing. Call once, last.
  void finish();

 private:
  struct Present {
    bool active = false;
    bool evaluated = false;
    bool unevaluated = false;
    bool ratio = false;
  };

  std::optional<std::string> text(Walker::Value& value);
  std::optional<double> number(Walker::Value& value);
  bool texts(Walker::Value& value, std::vector<std::string>& out);
  void coverage_member(std::string_view name, Walker::Value& value, RulesCoverage& coverage);
  void counts(Walker::Value& value, RulesCoverage& coverage);

  Walker& walker_;
  GateFacts& out_;
  Present present_;
  std::optional<double> unsupported_count_;
  std::size_t unsupported_length_ = 0;
};

}  // namespace pumuki::evidence
