#include "server/enterprise/gate_question.h"

#include "gate/policy/features.h"
#include "gate/receipts/receipt.h"

#include <utility>

namespace pumuki::enterprise {
namespace {

/// A folder above `folder` has an entry ".git".
bool is_below_repository(std::string folder) {
  while (true) {
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos || folder == "/") {
      return false;
    }
    folder.resize(slash);
    if (git::has_git_entry(folder)) {
      return true;
    }
  }
}

bool learning_is_off(const Environment& environment) {
  return policy::feature_state(environment, policy::Feature::LearningContext).mode ==
         policy::FeatureMode::Off;
}

Result<std::optional<sdd::LearningContext>> read_learning(const Inquiry& inquiry) {
  git::Repository* repository = inquiry.repository();
  if (learning_is_off(inquiry.environment())) {
    return std::nullopt;
  }
  if (repository == nullptr && is_below_repository(inquiry.root())) {
    return std::nullopt;
  }
  if (repository == nullptr) {
    return fail(Code::NoRepository, inquiry.root() + " is not inside a git repository");
  }
  auto layout = repository->layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the SDD session");
  }
  if (layout->top_level.empty()) {
    return fail(Code::NoRepository, inquiry.root() + " is a bare repository");
  }
  const auto config = repository->local_config();
  if (!config) {
    return fail(config.error(), "while reading the SDD session");
  }
  return sdd::read_learning(inquiry.environment(), inquiry.root(),
                            sdd::read_session(*config, layout->top_level, inquiry.clock().now()));
}

}  // namespace

std::optional<Code> GateAnswer::first_code() const {
  return verdict.violations.empty() ? std::nullopt : std::optional{verdict.violations.front().code};
}

std::optional<std::string> GateAnswer::recommendation() const {
  return !learning || learning->recommended_actions.empty()
             ? std::nullopt
             : std::optional{learning->recommended_actions.front()};
}

Result<GateAnswer> ask_gate(const ToolCall& call) {
  Inquiry& inquiry = call.inquiry;
  auto learning = read_learning(inquiry);
  if (!learning) {
    return fail(std::move(learning.error()));
  }
  verdict::GateOptions options;
  options.stage = call.stage;
  options.missing_member = verdict::MissingMember::IsFailure;
  auto verdict = verdict::evaluate({.environment = inquiry.environment(),
                                    .clock = inquiry.clock(),
                                    .root = inquiry.root(),
                                    .repository = inquiry.repository()},
                                   inquiry.evidence().summary, options);
  if (!verdict) {
    return fail(std::move(verdict.error()));
  }
  return GateAnswer{std::move(*verdict), std::move(*learning)};
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
