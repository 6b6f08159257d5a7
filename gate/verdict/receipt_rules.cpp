#include "gate/receipts/receipt.h"
#include "gate/receipts/same_root.h"
#include "gate/verdict/judgement.h"

#include <string>

namespace pumuki::verdict {
namespace {

void judge_valid(Judgement& judgement, const receipts::Receipt& receipt, ReceiptView& view) {
  const std::int64_t age = age_seconds(judgement.now, receipt.issued_at);
  const std::int64_t max_age = judgement.max_age_seconds(Stage::PreWrite);
  view.age_seconds = age;
  if (!receipts::same_root(receipt.repo_root, judgement.context.root)) {
    judgement.add(Code::ReceiptRepoRootMismatch, true,
                  "It names " + receipt.repo_root + ", not " + judgement.context.root + ".");
  }
  if (receipt.stage < Stage::PreWrite) {
    judgement.add(Code::ReceiptStageMismatch, true);
  }
  if (age > max_age) {
    judgement.add(Code::ReceiptStale, true,
                  "Age " + std::to_string(age) + " s, allowed " + std::to_string(max_age) + " s.");
  }
  if (receipt.issued_at > judgement.now) {
    judgement.add(Code::ReceiptTimestampFuture, true);
  }
}

}  // namespace

void judge_receipt(Judgement& judgement, ReceiptView& view) {
  view.required = judgement.options.require_receipt;
  view.path = receipts::receipt_path(judgement.context.root);
  if (!view.required || judgement.options.stage != Stage::PreWrite) {
    return;
  }
  view.max_age_seconds = judgement.max_age_seconds(Stage::PreWrite);
  const receipts::ReceiptFile file = receipts::read_receipt(judgement.context.root);
  view.kind = file.kind;
  if (file.kind == receipts::ReceiptKind::Missing) {
    judgement.add(Code::ReceiptMissing, true);
  } else if (!file.receipt) {
    judgement.add(Code::ReceiptInvalid, true, file.reason);
  } else {
    judge_valid(judgement, *file.receipt, view);
  }
}

}  // namespace pumuki::verdict
