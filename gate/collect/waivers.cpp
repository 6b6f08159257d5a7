#include "gate/collect/baseline.h"
#include "gate/collect/list_file.h"
#include "gate/core/glob.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace pumuki::collect {
namespace {

TimeMs read_time(JsonFields& fields, std::string_view name) {
  const auto text = fields.word(name);
  const auto time = text ? parse_time(*text) : std::nullopt;
  if (text && !time) {
    fields.fault(name, "must be a time such as 2030-01-31T00:00:00Z");
  }
  return time.value_or(0);
}

Waiver read_waiver(JsonFields fields) {
  Waiver waiver;
  waiver.id = fields.word("id").value_or("");
  const auto stage = fields.word("stage");
  const auto known = stage ? stage_from_name(*stage) : std::nullopt;
  if (stage && (!known || *known == Stage::PreWrite)) {
    fields.fault("stage", "must be PRE_COMMIT, PRE_PUSH or CI");
  }
  waiver.stage = known.value_or(Stage::PreCommit);
  waiver.reason = fields.word("reason").value_or("");
  waiver.owner = fields.word("owner").value_or("");
  waiver.approved_at = read_time(fields, "approved_at");
  waiver.expires_at = read_time(fields, "expires_at");
  waiver.branch = fields.word("branch");
  waiver.rule = fields.word("rule");
  waiver.path = fields.word("path");
  waiver.fingerprint = fields.word("fingerprint");
  fields.require({"id", "stage", "reason", "owner", "expires_at"});
  fields.refuse_others();
  return waiver;
}

bool covers(const Waiver& waiver, const evidence::Finding& finding) {
  return (!waiver.rule || *waiver.rule == finding.rule_id) &&
         (!waiver.path || glob_matches(*waiver.path, finding.file)) &&
         (!waiver.fingerprint || *waiver.fingerprint == finding.fingerprint);
}

}  // namespace

bool is_whole_stage(const Waiver& waiver) {
  return !waiver.rule && !waiver.path && !waiver.fingerprint;
}

Result<std::vector<Waiver>> read_waivers(const std::string& root,
                                         const std::string& relative_path) {
  return read_list<Waiver>(
      {.path = relative_path.starts_with('/') ? relative_path : root + "/" + relative_path,
       .shown = relative_path,
       .list = "waivers",
       .hint = "Repair the file; docs/configuration.md shows its members."},
      read_waiver);
}

void apply_exceptions(std::vector<evidence::Finding>& findings,
                      const std::vector<BaselineEntry>& baseline,
                      const std::vector<Waiver>& waivers, Stage stage,
                      const std::optional<std::string>& branch, TimeMs now) {
  std::unordered_set<std::string_view> known;
  for (const BaselineEntry& entry : baseline) {
    known.insert(entry.fingerprint);
  }
  std::vector<const Waiver*> alive;
  for (const Waiver& waiver : waivers) {
    if (waiver.stage == stage && waiver.expires_at > now && !is_whole_stage(waiver) &&
        (!waiver.branch || waiver.branch == branch)) {
      alive.push_back(&waiver);
    }
  }
  for (evidence::Finding& finding : findings) {
    finding.in_baseline = known.contains(finding.fingerprint);
    const auto waiver = std::ranges::find_if(
        alive, [&](const Waiver* candidate) { return covers(*candidate, finding); });
    if (waiver != alive.end()) {
      finding.waiver_id = (*waiver)->id;
    }
    if (finding.in_baseline || finding.waiver_id) {
      finding.blocking = false;
    }
  }
}

}  // namespace pumuki::collect
