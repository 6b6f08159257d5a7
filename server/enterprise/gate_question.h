#pragma once

#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/verdict/gate_answer.h"
#include "server/enterprise/tools.h"

#include <string>

namespace pumuki::enterprise {

/// verdict::ask_gate() for one call, receipt not required; sealed evidence without a needed member
/// fails the tool (contract: gate §3).
Result<verdict::GateAnswer> ask_gate(const ToolCall& call);

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
