#include "gate/lifecycle/artefacts.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/evidence/document.h"
#include "gate/evidence/writer.h"
#include "gate/git/config_writer.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/policy_contract.h"
#include "gate/policy/stage_policy.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <utility>

namespace pumuki::lifecycle {
namespace {

/// Far enough: the contract is renewed with the policy, not with the calendar.
constexpr std::string_view k_contract_expiry = "2999-12-31T00:00:00.000Z";
constexpr mode_t k_plain_mode = 0644;
constexpr Markers k_yaml_markers = k_hook_markers;

std::string below(const std::string& root, std::string_view name) {
  return root + "/" + std::string{name};
}

/// The file as it is; a missing one is a change from nothing.
Result<FileChange> present_file(const std::string& path) {
  FileChange change{.path = path, .mode_before = k_plain_mode, .mode_after = k_plain_mode};
  auto text = read_file(path);
  if (!text && text.error().code != Code::NotFound) {
    return fail(std::move(text.error()));
  }
  struct stat info{};
  if (text && ::stat(path.c_str(), &info) == 0) {
    change.before = std::move(*text);
    change.mode_before = change.mode_after = info.st_mode & 07777U;
  }
  return change;
}

std::string lefthook_block(const InstallOptions& options) {
  std::string block{k_yaml_markers.start};
  block += "\n" + manager_entry(Manager::Lefthook, options);
  return block + std::string{k_yaml_markers.end};
}

/// YAML knows each name once, so a file with sections of its own for these hooks is not touched.
Result<FileChange> lefthook_change(const InstallPlan& plan, const InstallOptions& options) {
  const std::string main = lefthook_config(plan.layout.top_level);
  const bool hidden = main.substr(main.rfind('/') + 1).starts_with('.');
  auto change = present_file(
      below(plan.layout.top_level, hidden ? ".lefthook-local.yml" : "lefthook-local.yml"));
  if (!change) {
    return change;
  }
  const std::string text = change->before.value_or("");
  const Regions regions = find_regions(text, k_yaml_markers);
  const std::string own = without_regions(text, regions);
  for (const HookKind& kind : options.hooks) {
    const std::string section = std::string{kind.name} + ":";
    if (regions.damaged_line || own.starts_with(section) || own.contains("\n" + section)) {
      return fail(Code::InstallRefused, change->path + " has a section " + section + " of its own",
                  "Add the entry by hand:\n" + manager_entry(Manager::Lefthook, options));
    }
  }
  change->after = insert_block(own, own.size(), lefthook_block(options));
  return change;
}

/// Evidence of a tree in which nothing was found yet.
Result<void> write_first_evidence(const LifecycleContext& context) {
  const auto state = read_repo_state(context.environment, context.root, &context.repository);
  if (!state) {
    return fail(state.error(), "while writing the first evidence");
  }
  JsonWriter json;
  write_repo_state(json, *state);
  evidence::Draft draft;
  draft.stage = stage_name(Stage::PreCommit);
  draft.outcome = "PASS";
  draft.repo_state_json = json.take();
  auto written = evidence::write_evidence(context.root, draft, context.clock);
  if (!written) {
    return fail(std::move(written.error()));
  }
  return written->fault ? Result<void>{std::unexpected(std::move(*written->fault))}
                        : Result<void>{};
}

Result<void> record(const LifecycleContext& context, const std::vector<std::string>& made) {
  if (made.empty()) {
    return {};
  }
  const auto config = context.repository.local_config();
  if (!config) {
    return fail(config.error());
  }
  std::set<std::string> all{made.begin(), made.end()};
  for (std::string& name : recorded_artefacts(*config, context.root)) {
    all.insert(std::move(name));
  }
  return git::ConfigWriter{context.root, context.environment}.set(
      artefacts_key(context.root), join({all.begin(), all.end()}, ","));
}

}  // namespace

std::string policy_contract_text(const LifecycleContext& context) {
  const policy::PolicyContext policies{context.environment, context.clock, context.root};
  std::vector<policy::StagePolicy> found;
  for (const Stage stage : k_all_stages) {
    found.push_back(policy::policy_of_stage(policies, stage));
  }
  JsonWriter json;
  json.begin_object().member("version", "1.0").member("source", found.front().source);
  json.key("signatures").begin_object();
  for (const policy::StagePolicy& policy : found) {
    json.member(stage_name(policy.stage), policy::contract_signature(policy));
  }
  json.end_object().member("expires_at", k_contract_expiry).key("strict").begin_object();
  for (const policy::StagePolicy& policy : found) {
    json.member(stage_name(policy.stage), true);
  }
  json.end_object().end_object();
  return pretty_json(json.text());
}

std::string exclude_block() {
  std::string block{k_exclude_markers.start};
  for (const std::string_view line :
       {".ai_evidence.json", ".ai_evidence.json.*", ".AI_EVIDENCE.json", ".pumuki/*",
        "!.pumuki/gate.json", "!.pumuki/baseline.json", "!.pumuki/waivers/", ".pumuki/waivers/*",
        "!.pumuki/waivers/gate.json"}) {
    block += "\n" + std::string{line};
  }
  return block + "\n" + std::string{k_exclude_markers.end};
}

Result<FileChange> exclude_change(const git::Layout& layout) {
  auto change = present_file(below(layout.common_dir, "info/exclude"));
  if (!change) {
    return change;
  }
  const std::string text = change->before.value_or("");
  const Regions regions = find_regions(text, k_exclude_markers);
  if (regions.damaged_line) {
    return fail(Code::InstallRefused,
                change->path + ":" + std::to_string(*regions.damaged_line) +
                    ": a marker of the exclude block has lost its partner",
                "Delete what is left of the block and run the command again.");
  }
  const std::string own = without_regions(text, regions);
  const std::size_t old = regions.complete.empty() ? own.size() : regions.complete.front().begin;
  change->after = insert_block(own, std::min(old, own.size()), exclude_block());
  return change;
}

std::string_view initial_gate_config() {
  return R"json({
  "thresholds": {
    "PRE_COMMIT": {"block": "ERROR", "warn": "WARN"},
    "PRE_PUSH": {"block": "ERROR", "warn": "WARN"},
    "CI": {"block": "ERROR", "warn": "WARN"}
  },
  "sdd": "auto"
}
)json";
}

Result<void> plan_artefacts(const LifecycleContext& context, const InstallOptions& options,
                            InstallPlan& plan) {
  auto exclude = exclude_change(plan.layout);
  if (!exclude) {
    return fail(std::move(exclude.error()));
  }
  plan.files.push_back(std::move(*exclude));
  auto config = present_file(below(context.root, policy::k_gate_config_file));
  if (!config) {
    return fail(std::move(config.error()));
  }
  plan.makes_contract = !entry_exists(below(context.root, policy::k_contract_file));
  // A contract that is there signs the present policy; another one would block the next commit.
  if (!config->before && plan.makes_contract) {
    config->after = initial_gate_config();
    plan.files.push_back(std::move(*config));
  }
  if (plan.manager == Manager::Lefthook && options.write_manager_config) {
    auto local = lefthook_change(plan, options);
    if (!local) {
      return fail(std::move(local.error()));
    }
    plan.files.push_back(std::move(*local));
  }
  plan.makes_evidence = !entry_exists(below(context.root, evidence::k_file_name));
  return {};
}

Result<void> make_artefacts(const LifecycleContext& context, const InstallPlan& plan) {
  std::vector<std::string> made;
  for (const FileChange& file : plan.files) {
    if (!file.before && file.path.starts_with(context.root + "/.pumuki/")) {
      made.push_back(file.path.substr(context.root.size() + 1));
    }
  }
  if (plan.makes_contract) {
    if (auto written = write_file_below(context.root, std::string{policy::k_contract_file},
                                        policy_contract_text(context));
        !written) {
      return written;
    }
    made.emplace_back(policy::k_contract_file);
  }
  if (plan.makes_evidence) {
    if (auto written = write_first_evidence(context); !written) {
      return written;
    }
    made.emplace_back(evidence::k_file_name);
  }
  return record(context, made);
}

std::vector<std::string> recorded_artefacts(const git::Config& config, const std::string& root) {
  std::vector<std::string> names;
  if (const auto listed = git::find_config(config, artefacts_key(root))) {
    for (const std::string_view name : split(*listed, ',')) {
      names.emplace_back(name);
    }
  }
  return names;
}

}  // namespace pumuki::lifecycle
