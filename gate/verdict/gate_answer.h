#pragma once

#include "gate/core/code.h"
#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/evidence/document.h"
#include "gate/sdd/learning.h"
#include "gate/verdict/evaluate.h"

#include <optional>
#include <string>

namespace pumuki::verdict {

/// A verdict with what earlier work on the change taught: what ai_gate_check says over HTTP and
/// `sdd validate` on the command line.
struct GateAnswer {
  Verdict verdict;
  std::optional<sdd::LearningContext> learning;

  /// Of the first violation, also when it is only a warning.
  [[nodiscard]] std::optional<Code> first_code() const;
  /// The first thing the learning context recommends.
  [[nodiscard]] std::optional<std::string> recommendation() const;
};

/// Asks the evaluator. Errors: the evaluator's, and NoRepository for a folder outside any git
/// repository while the feature learning_context is on, since the session cannot be read there
/// (contract: gate §12). In a folder below a repository there is no learning context.
Result<GateAnswer> ask_gate(const GateContext& context, const evidence::Summary& evidence,
                            const GateOptions& options);

/// The members of ai_gate_check's result without `receipt`, into an object that the caller has
/// begun (contract: gate §12).
void write_gate_answer_members(JsonWriter& json, const GateAnswer& answer);

}  // namespace pumuki::verdict
