#include "gate/collect/collector.h"

#include "gate/collect/analysers.h"
#include "gate/collect/baseline.h"
#include "gate/collect/builtin_checks.h"
#include "gate/collect/core_rules.h"
#include "gate/collect/judged_tree.h"
#include "gate/collect/report_inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pumuki::collect {
namespace {

using evidence::Finding;

void keep_unique(std::vector<std::string>& ids) {
  std::ranges::sort(ids);
  const auto repeated = std::ranges::unique(ids);
  ids.erase(repeated.begin(), repeated.end());
}

/// Old debt and waivers of one repository.
struct Exceptions {
  std::vector<BaselineEntry> baseline;
  std::vector<Waiver> waivers;
};

/// Read first: a broken file is told before minutes of analysis.
Result<Exceptions> read_exceptions(const CollectContext& context) {
  auto baseline = read_baseline(context.root, context.config.baseline_file);
  if (!baseline) {
    return fail(std::move(baseline.error()));
  }
  auto waivers = read_waivers(context.root, context.config.waiver_file);
  if (!waivers) {
    return fail(std::move(waivers.error()));
  }
  return Exceptions{.baseline = std::move(*baseline), .waivers = std::move(*waivers)};
}

Result<void> gather_builtin(const CollectContext& context, const Scope& scope, Gathered& gathered) {
  const CoreRuleSet rules{context.config};
  auto found = run_builtin_checks(context, rules, scope);
  if (!found) {
    return fail(std::move(found.error()));
  }
  for (std::size_t i = 0; i < found->findings.size(); ++i) {
    gathered.add({.finding = std::move(found->findings[i]), .blob_id = found->blob_ids[i]},
                 context.config.max_findings);
  }
  for (std::string& id : rules.active_ids()) {
    gathered.evaluated(std::move(id));
  }
  gathered.collection.rulesets.push_back(rules.ruleset());
  gathered.collection.truncated = gathered.collection.truncated || found->truncated;
  std::ranges::move(found->notices, std::back_inserter(gathered.collection.notices));
  return {};
}

Result<Gathered> gather(const CollectContext& context, Stage stage, const Scope& scope) {
  Gathered gathered;
  if (auto done = gather_builtin(context, scope, gathered); !done) {
    return fail(std::move(done.error()));
  }
  if (auto done = gather_analysers(context, stage, scope, gathered); !done) {
    return fail(std::move(done.error()));
  }
  if (auto done = gather_reports(context, gathered); !done) {
    return fail(std::move(done.error()));
  }
  return gathered;
}

void name_outdated(const std::vector<std::int64_t>& outdated, Collection& collection) {
  for (std::size_t i = 0; i < collection.reports.size(); ++i) {
    const auto count = std::ranges::count(outdated, static_cast<std::int64_t>(i));
    if (count > 0) {
      collection.notices.push_back(
          {.file = collection.reports[i].path,
           .reason = std::to_string(count) + (count == 1 ? " finding is" : " findings are") +
                     " outdated: the lines are no longer in the judged files"});
    }
  }
}

/// Every rule that found something took part, also one that only its analyser knows.
void fill_coverage(Collection& collection) {
  evidence::CoverageDraft& coverage = collection.coverage;
  for (const Finding& finding : collection.findings) {
    coverage.matched_rule_ids.push_back(finding.rule_id);
  }
  keep_unique(coverage.matched_rule_ids);
  for (auto* ids : {&coverage.active_rule_ids, &coverage.evaluated_rule_ids}) {
    ids->insert(ids->end(), coverage.matched_rule_ids.begin(), coverage.matched_rule_ids.end());
    keep_unique(*ids);
  }
  keep_unique(coverage.unevaluated_rule_ids);
}

/// The worst stay.
void cut_off(Collection& collection, std::int64_t limit) {
  if (std::cmp_less_equal(collection.findings.size(), limit)) {
    return;
  }
  std::ranges::stable_sort(collection.findings, std::ranges::greater{}, &Finding::severity);
  collection.findings.resize(static_cast<std::size_t>(std::max<std::int64_t>(limit, 0)));
  collection.truncated = true;
}

bool can_block(const Finding& finding) { return finding.blocking != false; }

}  // namespace

Result<Collection> collect(const CollectContext& context, Stage stage, const Scope& scope) {
  const auto exceptions = read_exceptions(context);
  if (!exceptions) {
    return fail(exceptions.error());
  }
  auto gathered = gather(context, stage, scope);
  if (!gathered) {
    return fail(std::move(gathered.error()));
  }
  auto settled = settle_findings(context.changes, scope, std::move(gathered->raw));
  if (!settled) {
    return fail(std::move(settled.error()));
  }
  Collection collection = std::move(gathered->collection);
  collection.findings = std::move(settled->findings);
  name_outdated(settled->outdated, collection);
  cut_off(collection, context.config.max_findings);
  apply_exceptions(collection.findings, exceptions->baseline, exceptions->waivers, stage,
                   context.branch, context.clock.now());
  fill_coverage(collection);
  collection.files_scanned = std::ranges::count_if(
      scope.changes, [](const git::Change& change) { return !change.blob_id.empty(); });
  return collection;
}

std::string outcome_of(const std::vector<Finding>& findings, const policy::Thresholds& thresholds) {
  bool warn = false;
  for (const Finding& finding : findings) {
    if (can_block(finding) && finding.severity >= thresholds.block_on_or_above) {
      return "BLOCK";
    }
    const Severity least = can_block(finding) ? thresholds.warn_on_or_above : Severity::Warn;
    warn = warn || finding.severity >= least;
  }
  return warn ? "WARN" : "PASS";
}

}  // namespace pumuki::collect
