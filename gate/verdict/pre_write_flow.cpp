#include "gate/verdict/pre_write_flow.h"

#include "gate/core/files.h"
#include "gate/git/plumbing_repository.h"
#include "gate/receipts/receipt.h"
#include "gate/sdd/setting.h"
#include "gate/sdd/spec_tree.h"
#include "gate/verdict/next_step.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_bootstrap_variable = "PUMUKI_PREWRITE_AUTO_BOOTSTRAP";
/// What makes git keep the folders that OpenSpec takes for a project.
constexpr std::array<std::string_view, 2> k_project_files{"openspec/changes/archive/.gitkeep",
                                                          "openspec/specs/.gitkeep"};

/// A Repository answers from one look; what was just written needs a new one.
std::unique_ptr<git::Repository> look_at(const SddValidateContext& context) {
  return git::has_git_entry(context.root)
             ? git::open_with_plumbing(context.root, context.environment)
             : nullptr;
}

Result<sdd::Evaluation> ask_sdd(const SddValidateContext& context, Stage stage) {
  const auto repository = look_at(context);
  sdd::SddOptions options;
  options.specifications = [&] { return sdd::read_work_tree_specs(context.root); };
  options.feature = sdd::configured_feature(
      context.environment, context.config ? std::optional{context.config->sdd} : std::nullopt,
      context.root);
  return sdd::evaluate_sdd({.environment = context.environment,
                            .clock = context.clock,
                            .root = context.root,
                            .repository = repository.get(),
                            .openspec = context.openspec},
                           stage, options);
}

/// One PRE_WRITE run.
class PreWrite {
 public:
  PreWrite(const SddValidateContext& context, const RepairTools* repair)
      : context_(context), repair_(repair) {
    answer_.enforcement = policy::feature_state(context.environment, policy::Feature::PreWrite);
    answer_.bootstrap.enabled = context.environment.get(k_bootstrap_variable) != "0";
  }

  Result<SddValidateAnswer> run() {
    if (answer_.enforcement.mode == policy::FeatureMode::Off) {
      answer_.next = next_step(answer_, nullptr);
      return std::move(answer_);
    }
    if (auto decided = decide_sdd(); !decided) {
      return fail(std::move(decided.error()));
    }
    if (auto asked = ask(receipt_required()); !asked) {
      return fail(std::move(asked.error()));
    }
    if (repair_ != nullptr && !answer_.gate->verdict.allowed) {
      if (auto repaired = repair(); !repaired) {
        return fail(std::move(repaired.error()));
      }
    }
    const auto repository = look_at(context_);
    answer_.next = next_step(answer_, repository.get());
    return std::move(answer_);
  }

 private:
  Result<void> decide_sdd() {
    auto decided = ask_sdd(context_, Stage::PreWrite);
    if (decided && decided->decision.code == Code::OpenspecProjectMissing &&
        answer_.bootstrap.enabled) {
      bootstrap();
      decided = ask_sdd(context_, Stage::PreWrite);
    }
    if (!decided) {
      return fail(std::move(decided.error()));
    }
    answer_.sdd = std::move(*decided);
    return {};
  }

  void bootstrap() {
    Bootstrap& done = answer_.bootstrap;
    done.attempted = true;
    for (const std::string_view file : k_project_files) {
      const std::string path{file};
      if (const auto written = write_file_below(context_.root, path, ""); !written) {
        done.details = explain(written.error());
        return;
      }
      done.actions.push_back("scaffold " + path.substr(0, path.rfind('/')));
    }
    done.done = true;
  }

  [[nodiscard]] bool receipt_required() const {
    return !context_.config || context_.config->require_receipt;
  }

  Result<GateAnswer> evaluate(bool require_receipt) const {
    GateOptions options;
    options.stage = Stage::PreWrite;
    options.require_receipt = require_receipt;
    if (context_.config) {
      options.max_age_seconds = context_.config->max_age_seconds;
      options.protected_branches = context_.config->protected_branches;
    }
    const auto repository = look_at(context_);
    return ask_gate({.environment = context_.environment,
                     .clock = context_.clock,
                     .root = context_.root,
                     .repository = repository.get()},
                    evidence::read_summary(context_.root), options);
  }

  Result<void> ask(bool require_receipt) {
    auto answer = evaluate(require_receipt);
    if (!answer) {
      return fail(std::move(answer.error()));
    }
    answer_.gate = std::move(*answer);
    return {};
  }

  [[nodiscard]] bool blocked_by(bool (*matches)(Code)) const {
    return std::ranges::any_of(answer_.gate->verdict.violations, [&](const Violation& violation) {
      return violation.error && matches(violation.code);
    });
  }

  // --- repair (contract: gate §14, step 4)

  Result<void> repair() {
    answer_.repair_attempted = true;
    if (blocked_by(is_repairable_evidence_code)) {
      if (auto done = refresh_evidence(Stage::PreCommit); !done) {
        return done;
      }
    }
    if (blocked_by([](Code code) { return code == Code::EvidenceGateBlocked; })) {
      if (auto done = refresh_evidence(Stage::PrePush); !done) {
        return done;
      }
    }
    if (blocked_by(is_receipt_code)) {
      if (auto done = refresh_receipt(); !done) {
        return done;
      }
    }
    return blocked_by(is_repairable_evidence_code) || blocked_by(is_receipt_code) ? ask_again()
                                                                                  : Result<void>{};
  }

  Result<void> refresh_evidence(Stage stage) {
    const auto made = repair_->regenerate
                          ? repair_->regenerate(stage)
                          : Result<void>{fail(Code::Internal, "nothing makes evidence here")};
    note("refresh_evidence", made, "stage " + std::string{stage_name(stage)});
    return ask(receipt_required());
  }

  Result<void> refresh_receipt() {
    const auto without = evaluate(false);
    if (!without) {
      return fail(without.error());
    }
    const auto written =
        receipts::write_receipt(context_.root, {.repo_root = context_.root,
                                                .stage = Stage::PreWrite,
                                                .allowed = without->verdict.allowed,
                                                .issued_at = context_.clock.now()});
    note("refresh_mcp_receipt", written, std::string{receipts::k_receipt_path});
    return ask(receipt_required());
  }

  Result<void> ask_again() {
    if (repair_->pause) {
      repair_->pause(k_repair_pause);
    }
    note("retry_backoff", {}, std::to_string(k_repair_pause.count()) + " ms");
    return ask(receipt_required());
  }

  void note(std::string action, const Result<void>& result, std::string details) {
    answer_.repairs.push_back(
        {.action = std::move(action),
         .done = result.has_value(),
         .details = result ? std::move(details) : details + ": " + explain(result.error())});
  }

  const SddValidateContext& context_;
  const RepairTools* repair_;
  SddValidateAnswer answer_;
};

}  // namespace

bool SddValidateAnswer::clean() const {
  return (!sdd || sdd->decision.allowed) && (!gate || gate->verdict.allowed);
}

bool SddValidateAnswer::allowed() const {
  const bool binding = stage != Stage::PreWrite || enforcement.mode == policy::FeatureMode::Strict;
  return clean() || !binding;
}

Result<SddValidateAnswer> run_pre_write(const SddValidateContext& context,
                                        const RepairTools* repair) {
  return PreWrite{context, repair}.run();
}

Result<SddValidateAnswer> run_sdd_stage(const SddValidateContext& context, Stage stage) {
  SddValidateAnswer answer;
  answer.stage = stage;
  answer.enforcement = policy::feature_state(context.environment, policy::Feature::PreWrite);
  auto decided = ask_sdd(context, stage);
  if (!decided) {
    return fail(std::move(decided.error()));
  }
  answer.sdd = std::move(*decided);
  answer.next = next_step(answer, nullptr);
  return answer;
}

}  // namespace pumuki::verdict
