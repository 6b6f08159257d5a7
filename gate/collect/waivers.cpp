#include "gate/collect/baseline.h"
#include "gate/core/files.h"
#include "gate/core/glob.h"
#include "gate/core/json_fields.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_version = "1";

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

Result<std::vector<Waiver>> parse_waivers(std::string_view text) {
  const auto document = parse_json_tree(text);
  if (!document) {
    return fail(document.error());
  }
  JsonFaults faults{.text = text, .first = std::nullopt};
  JsonFields fields{*document, "", faults};
  fields.text("$schema");
  if (fields.text("version").value_or(std::string{k_version}) != k_version) {
    fields.fault("version", "must be \"1\"");
  }
  std::vector<Waiver> waivers;
  if (const JsonNode* list = fields.array("waivers")) {
    for (const JsonNode& node : list->items) {
      waivers.push_back(
          read_waiver(JsonFields{node, "waivers[" + std::to_string(waivers.size()) + "]", faults}));
    }
  }
  fields.require({"version", "waivers"});
  fields.refuse_others();
  if (faults.first) {
    return fail(std::move(*faults.first));
  }
  return waivers;
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
  const std::string path =
      relative_path.starts_with('/') ? relative_path : root + "/" + relative_path;
  const auto text = read_file(path);
  if (!text && text.error().code == Code::NotFound && !entry_exists(path)) {
    return std::vector<Waiver>{};
  }
  auto waivers = text ? parse_waivers(*text) : Result<std::vector<Waiver>>{fail(text.error())};
  if (!waivers) {
    Error error = std::move(waivers.error());
    error.message = relative_path + ": " + error.message;
    error.hint = "Repair the file; docs/configuration.md shows its members.";
    return fail(std::move(error));
  }
  return waivers;
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
