#include "gate/verdict/run_chain.h"

#include "gate/sdd/openspec.h"
#include "gate/verdict/pre_write_flow.h"
#include "gate/verdict/run_guards.h"

#include <utility>

namespace pumuki::verdict {
namespace {

bool is_set(const Environment& environment, std::string_view name) {
  return environment.get(name) == "1";
}

bool applies(const Environment& environment, const policy::GateConfig& config, Stage stage) {
  return config.chain_pre_write && (stage == Stage::PreCommit || stage == Stage::PrePush) &&
         !is_set(environment, "PUMUKI_SKIP_CHAINED_PRE_WRITE") &&
         !is_set(environment, "PUMUKI_CHAINED_PRE_WRITE_DONE");
}

}  // namespace

Result<std::optional<GateRun>> refused_by_pre_write(const GateRunContext& context,
                                                    const policy::GateConfig& config, Stage stage) {
  if (!applies(context.environment, config, stage)) {
    return std::nullopt;
  }
  policy::GateConfig without_receipt = config;
  without_receipt.require_receipt = false;
  sdd::OpenspecProgram openspec{context.environment, context.clock};
  auto answer = run_pre_write({.environment = context.environment,
                               .clock = context.clock,
                               .root = context.root,
                               .openspec = openspec,
                               .config = std::move(without_receipt)},
                              nullptr);
  if (!answer) {
    return fail(std::move(answer.error()), "while asking PRE_WRITE");
  }
  if (answer->allowed()) {
    return std::nullopt;
  }
  GateRun run;
  run.stage = Stage::PreWrite;
  run.outcome = "BLOCK";
  run.evidence.reason = "PRE_WRITE refuses, so nothing was collected";
  if (auto finding = sdd_finding(answer->sdd)) {
    run.findings.push_back(std::move(*finding));
    run.blocking.push_back(0);
  }
  run.sdd = std::move(answer->sdd);
  if (answer->gate) {
    run.verdict = std::move(answer->gate->verdict);
  }
  run.notices = run.verdict.notices;
  return run;
}

}  // namespace pumuki::verdict
