#include "server/enterprise/gate_question.h"

#include "gate/receipts/receipt.h"

#include <utility>

namespace pumuki::enterprise {
Result<verdict::GateAnswer> ask_gate(const ToolCall& call) {
  Inquiry& inquiry = call.inquiry;
  verdict::GateOptions options;
  options.stage = call.stage;
  options.missing_member = verdict::MissingMember::IsFailure;
  return verdict::ask_gate({.environment = inquiry.environment(),
                            .clock = inquiry.clock(),
                            .root = inquiry.root(),
                            .repository = inquiry.repository()},
                           inquiry.evidence().summary, options);
}

Result<WrittenReceipt> leave_receipt(const ToolCall& call, const verdict::Verdict& verdict) {
  const std::string& root = call.inquiry.root();
  const receipts::Receipt receipt{.repo_root = root,
                                  .stage = verdict.stage,
                                  .allowed = verdict.allowed,
                                  .issued_at = call.inquiry.clock().now()};
  if (auto written = receipts::write_receipt(root, receipt); !written) {
    return fail(std::move(written.error()));
  }
  return WrittenReceipt{receipts::receipt_path(root), format_time(receipt.issued_at)};
}

void report_receipt(JsonWriter& json, const Result<WrittenReceipt>& receipt, ToolAnswer& answer) {
  if (receipt) {
    json.key("receipt")
        .begin_object()
        .member("path", receipt->path)
        .member("issued_at", receipt->issued_at)
        .end_object();
    return;
  }
  answer.warnings.push_back("The verdict stands, but its receipt could not be written: " +
                            explain(receipt.error()));
}

}  // namespace pumuki::enterprise
