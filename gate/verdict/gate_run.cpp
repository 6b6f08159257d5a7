#include "gate/verdict/gate_run.h"

#include "gate/core/text.h"
#include "gate/evidence/draft.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/hard_mode.h"
#include "gate/policy/stage_policy.h"
#include "gate/verdict/atomicity.h"
#include "gate/verdict/manifest_guard.h"
#include "gate/verdict/run_chain.h"
#include "gate/verdict/run_evidence.h"
#include "gate/verdict/run_guards.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_zero_violation = "PUMUKI_POLICY_ZERO_VIOLATION";
constexpr std::string_view k_waiver_path = "PUMUKI_GATE_WAIVER_PATH";
constexpr std::string_view k_block = "BLOCK";
constexpr std::string_view k_pass = "PASS";

std::string path_of(const collect::Scope& scope, const std::optional<PushedRef>& ref) {
  return ref ? ref->remote_ref : scope.head;
}

template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  std::ranges::move(more, std::back_inserter(to));
}

void append_new(std::vector<std::string>& to, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::ranges::find(to, text) == to.end()) {
      to.push_back(text);
    }
  }
}

/// The same finding of two refs of a push counts once; one that blocks for either stays blocking.
void merge_findings(std::vector<evidence::Finding>& to, std::vector<evidence::Finding> more) {
  const auto key = [](const evidence::Finding& finding) {
    return std::tie(finding.rule_id, finding.file, finding.lines, finding.fingerprint);
  };
  if (to.empty()) {
    to = std::move(more);
    return;
  }
  for (evidence::Finding& finding : more) {
    const auto same = std::ranges::find_if(
        to, [&](const evidence::Finding& other) { return key(other) == key(finding); });
    if (same == to.end()) {
      to.push_back(std::move(finding));
    } else if (same->blocking == false && finding.blocking != false) {
      *same = std::move(finding);
    }
  }
}

void merge(collect::Collection& to, collect::Collection more) {
  merge_findings(to.findings, std::move(more.findings));
  append_new(to.coverage.active_rule_ids, more.coverage.active_rule_ids);
  append_new(to.coverage.evaluated_rule_ids, more.coverage.evaluated_rule_ids);
  append_new(to.coverage.matched_rule_ids, more.coverage.matched_rule_ids);
  append_new(to.coverage.unevaluated_rule_ids, more.coverage.unevaluated_rule_ids);
  append_new(to.coverage.unsupported_auto_rule_ids, more.coverage.unsupported_auto_rule_ids);
  append(to.rulesets, std::move(more.rulesets));
  to.reports = std::move(more.reports);
  to.files_scanned += more.files_scanned;
  to.truncated = to.truncated || more.truncated;
  to.notices = std::move(more.notices);
}

bool reaches(const evidence::Finding& finding, Severity threshold) {
  return finding.blocking != false && (finding.blocking == true || finding.severity >= threshold);
}

/// One run from the scope to the answer.
class Runner {
 public:
  Runner(const GateRunContext& context, const ScopeQuestion& question)
      : context_{context}, question_{question}, stage_{question.stage} {}

  Result<GateRun> run();

 private:
  Result<void> read_settings();
  Result<void> collect();
  Result<void> collect_parts();
  Result<void> add_guards();
  /// The outcome and the waiver that changes it.
  void decide();
  void find_waiver();
  Result<evidence::Draft> draft() const;
  Result<void> judge();
  [[nodiscard]] GateOptions gate_options() const;
  [[nodiscard]] bool is_allowed() const;
  [[nodiscard]] policy::Thresholds thresholds() const;
  void name_blocking();

  const GateRunContext& context_;
  const ScopeQuestion& question_;
  Stage stage_;
  std::optional<policy::GateConfig> file_;
  policy::GateConfig config_;
  std::vector<collect::Waiver> waivers_;
  JudgedScope scope_;
  std::optional<sdd::Evaluation> sdd_;
  collect::Collection collection_;
  std::string changed_manifests_;
  std::optional<collect::Waiver> waiver_;
  GateRun result_;
};

Result<void> Runner::read_settings() {
  auto file = policy::read_gate_config(context_.root);
  if (!file) {
    return fail(std::move(file.error()));
  }
  file_ = std::move(*file);
  config_ = file_.value_or(policy::GateConfig{});
  if (policy::hard_mode(context_.environment, context_.root, nullptr).enabled) {
    config_.thresholds.clear();
  }
  if (const auto path = context_.environment.get(k_waiver_path); path && !trim(*path).empty()) {
    config_.waiver_file = trim(*path);
  }
  auto waivers = collect::read_waivers(context_.root, config_.waiver_file);
  if (!waivers) {
    return fail(std::move(waivers.error()));
  }
  waivers_ = std::move(*waivers);
  result_.stage = stage_;
  result_.warn_on_or_above = thresholds().warn_on_or_above;
  result_.zero_violation = parse_flag(context_.environment.get(k_zero_violation)).value_or(false);
  return {};
}

policy::Thresholds Runner::thresholds() const { return policy::thresholds_of(config_, stage_); }

/// Only what we start can change a manifest behind the user's back.
Result<void> Runner::collect() {
  const bool starts_programs =
      std::ranges::any_of(config_.analysers, [&](const policy::AnalyserConfig& analyser) {
        return std::ranges::find(analyser.stages, stage_) != analyser.stages.end();
      });
  if (!starts_programs) {
    return collect_parts();
  }
  ManifestGuard guard{context_.root};
  auto collected = collect_parts();
  auto changed = guard.restore_changed();
  if (!collected || !changed) {
    return fail(collected ? std::move(changed.error()) : std::move(collected.error()));
  }
  changed_manifests_ = join(*changed, ", ");
  return {};
}

Result<void> Runner::collect_parts() {
  for (const JudgedPart& part : scope_.parts) {
    auto collected = collect::collect({.environment = context_.environment,
                                       .clock = context_.clock,
                                       .root = context_.root,
                                       .changes = context_.changes,
                                       .branch = part.branch,
                                       .config = config_,
                                       .progress = context_.progress},
                                      stage_, part.scope);
    if (!collected) {
      return fail(std::move(collected.error()));
    }
    if (scope_.parts.size() > 1) {
      result_.parts.push_back(
          {path_of(part.scope, part.ref), collect::outcome_of(collected->findings, thresholds())});
    }
    merge(collection_, std::move(*collected));
  }
  return {};
}

Result<void> Runner::add_guards() {
  const policy::StagePolicy policy =
      policy::policy_for_gate({context_.environment, context_.clock, context_.root}, stage_);
  std::vector<evidence::Finding> findings;
  if (auto refused = sdd_finding(sdd_)) {
    findings.push_back(std::move(*refused));
  }
  std::vector<evidence::Finding> after = coverage_findings(collection_);
  append(after, policy_findings(policy, result_.zero_violation));
  if (!changed_manifests_.empty()) {
    after.push_back(guard_finding(Code::ManifestMutationDetected, "core.manifest",
                                  changed_manifests_ + " is as it was again."));
  }
  if (scope_.upstream_fault) {
    after.push_back(guard_finding(*scope_.upstream_fault, "git.upstream", {}));
  }
  auto too_large = atomicity_findings({.environment = context_.environment,
                                       .root = context_.root,
                                       .scope = scope_,
                                       .notices = collection_.notices});
  if (!too_large) {
    return fail(std::move(too_large.error()));
  }
  append(after, std::move(*too_large));
  collect::add_fingerprints(findings, [](const std::string&) { return std::nullopt; });
  collect::add_fingerprints(after, [](const std::string&) { return std::nullopt; });
  append(findings, std::move(collection_.findings));
  append(findings, std::move(after));
  result_.findings = std::move(findings);
  return {};
}

void Runner::find_waiver() {
  const TimeMs now = context_.clock.now();
  for (const collect::Waiver& waiver : waivers_) {
    const auto for_part = [&](const JudgedPart& part) {
      return !waiver.branch || waiver.branch == part.branch;
    };
    if (waiver.stage != stage_ || !collect::is_whole_stage(waiver) || scope_.parts.empty() ||
        !std::ranges::all_of(scope_.parts, for_part)) {
      continue;
    }
    if (waiver.expires_at > now) {
      waiver_ = waiver;
      result_.expired_waiver.reset();
      return;
    }
    if (!result_.expired_waiver) {
      result_.expired_waiver = waiver.id;
    }
  }
}

void Runner::decide() {
  const bool guarded = std::ranges::any_of(
      result_.findings, [](const evidence::Finding& finding) { return finding.blocking == true; });
  result_.outcome =
      guarded ? std::string{k_block} : collect::outcome_of(result_.findings, thresholds());
  find_waiver();
  name_blocking();
  if (result_.outcome == k_block && waiver_) {
    result_.outcome = k_pass;
    result_.waiver = waiver_;
    evidence::Finding applied =
        guard_finding(Code::GateWaiverApplied, "governance.waiver.applied",
                      waiver_->id + ", " + waiver_->owner + ": " + waiver_->reason);
    applied.severity = Severity::Info;
    applied.blocking = false;
    applied.waiver_id = waiver_->id;
    result_.findings.push_back(std::move(applied));
  }
}

void Runner::name_blocking() {
  const Severity threshold = thresholds().block_on_or_above;
  for (std::size_t i = 0; i < result_.findings.size(); ++i) {
    if (reaches(result_.findings[i], threshold)) {
      result_.blocking.push_back(i);
    }
  }
}

Result<evidence::Draft> Runner::draft() const {
  auto state =
      lifecycle::read_repo_state(context_.environment, context_.root, &context_.repository);
  if (!state) {
    return fail(std::move(state.error()), "while reading the state of " + context_.root);
  }
  JsonWriter json;
  lifecycle::write_repo_state(json, *state);
  evidence::Draft draft{.stage = std::string{stage_name(stage_)},
                        .outcome = result_.outcome,
                        .findings = result_.findings,
                        .coverage = collection_.coverage,
                        .rulesets = collection_.rulesets,
                        .reports = collection_.reports,
                        .files_scanned = collection_.files_scanned,
                        .truncated = collection_.truncated,
                        .sdd = std::nullopt,
                        .repo_state_json = json.take()};
  if (sdd_) {
    draft.sdd = {.enforced = true,
                 .allowed = sdd_->decision.allowed,
                 .code = std::string{code_text(sdd_->decision.code)},
                 .message = sdd_->decision.message};
  }
  return draft;
}

GateOptions Runner::gate_options() const {
  GateOptions options;
  options.stage = stage_;
  options.max_age_seconds = config_.max_age_seconds;
  options.protected_branches = config_.protected_branches;
  options.destinations = scope_.destinations;
  if (!options.destinations && !git::has_git_entry(context_.root)) {
    // The git folder is elsewhere (GIT_DIR, GIT_WORK_TREE): evaluate() does not look for it.
    options.destinations.emplace();
    for (const JudgedPart& part : scope_.parts) {
      if (part.branch) {
        options.destinations->push_back(*part.branch);
      }
    }
  }
  return options;
}

bool Runner::is_allowed() const {
  const bool violated = std::ranges::any_of(
      result_.verdict.violations,
      [&](const Violation& violation) { return violation.error || result_.zero_violation; });
  return (result_.outcome != k_block && !violated) || waiver_.has_value();
}

Result<void> Runner::judge() {
  auto draft = this->draft();
  if (!draft) {
    return fail(std::move(draft.error()));
  }
  auto file = look_at_evidence(context_);
  if (!file) {
    return fail(std::move(file.error()));
  }
  RunEvidence evidence{context_, stage_, *file, !scope_.parts.empty()};
  const auto summary = evidence.make(*draft);
  if (!summary) {
    return fail(summary.error());
  }
  auto verdict = evaluate({.environment = context_.environment,
                           .clock = context_.clock,
                           .root = context_.root,
                           .repository = &context_.repository},
                          *summary, gate_options());
  if (!verdict) {
    return fail(std::move(verdict.error()));
  }
  result_.verdict = std::move(*verdict);
  result_.allowed = is_allowed();
  if (result_.allowed && result_.outcome != k_block && !result_.verdict.allowed) {
    result_.waiver = waiver_;
  }
  const auto settled = evidence.settle(*draft, result_.allowed);
  if (!settled) {
    return fail(settled.error());
  }
  result_.evidence = evidence.outcome();
  if (!*settled) {
    result_.allowed = false;
    result_.verdict.violations.push_back(
        {Code::EvidenceStageSyncFailed, true,
         std::string{code_meaning(Code::EvidenceStageSyncFailed)} + " " + result_.evidence.reason});
  }
  return {};
}

Result<GateRun> Runner::run() {
  if (auto read = read_settings(); !read) {
    return fail(std::move(read.error()));
  }
  auto refused = refused_by_pre_write(context_, config_, stage_);
  if (!refused || *refused) {
    return refused ? Result<GateRun>{std::move(**refused)} : fail(std::move(refused.error()));
  }
  auto scope =
      resolve_scope({context_.environment, context_.repository, context_.changes}, question_);
  if (!scope) {
    return fail(std::move(scope.error()));
  }
  scope_ = std::move(*scope);
  auto sdd = sdd_of_run(context_, file_, scope_, stage_);
  if (!sdd) {
    return fail(std::move(sdd.error()));
  }
  sdd_ = std::move(*sdd);
  if (auto collected = collect(); !collected) {
    return fail(std::move(collected.error()));
  }
  if (auto added = add_guards(); !added) {
    return fail(std::move(added.error()));
  }
  decide();
  if (auto judged = judge(); !judged) {
    return fail(std::move(judged.error()));
  }
  result_.sdd = std::move(sdd_);
  result_.files_scanned = collection_.files_scanned;
  result_.truncated = collection_.truncated;
  result_.notices = result_.verdict.notices;
  append(result_.notices, std::move(collection_.notices));
  return std::move(result_);
}

}  // namespace

Result<GateRun> run_gate(const GateRunContext& context, const ScopeQuestion& question) {
  return Runner{context, question}.run();
}

}  // namespace pumuki::verdict
