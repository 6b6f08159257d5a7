#pragma once

#include "gate/core/result.h"
#include "gate/sdd/learning.h"
#include "gate/verdict/evaluate.h"
#include "server/enterprise/tools.h"

#include <optional>
#include <string>

namespace pumuki::enterprise {

struct GateAnswer {
  verdict::Verdict verdict;
  std::optional<sdd::LearningContext> learning;

  /// Of the first violation, also when it is only a warning.
  [[nodiscard]] std::optional<Code> first_code() const;
  /// The first thing the learning context recommends.
  [[nodiscard]] std::optional<std::string> recommendation() const;
};

/// Asks the evaluator, receipt not required. Errors: the evaluator's, and NoRepository for a folder
/// outside any git repository while the feature learning_context is on, since the session cannot be
/// read there (contract: gate §12). In a folder below a repository there is no learning context.
Result<GateAnswer> ask_gate(const ToolCall& call);

/// The receipt of a gate tool, written now.
struct WrittenReceipt {
  std::string path;
  std::string issued_at;
};

/// Errors: it could not be written; the verdict stands all the same.
Result<WrittenReceipt> leave_receipt(const ToolCall& call, const verdict::Verdict& verdict);

/// Writes the member `receipt`; after a failure leaves it out and adds a warning.
void report_receipt(JsonWriter& json, const Result<WrittenReceipt>& receipt, ToolAnswer& answer);

}  // namespace pumuki::enterprise
