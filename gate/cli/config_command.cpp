#include "gate/cli/config_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/project.h"
#include "gate/core/files.h"
#include "gate/core/json_tree.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/policy/features.h"
#include "gate/policy/gate_config.h"
#include "gate/policy/hard_mode.h"
#include "gate/policy/protected_branches.h"
#include "gate/verdict/evaluate.h"
#include "gate/verdict/verdict_text.h"

#include <CLI/CLI.hpp>

#include <utility>
#include <vector>

namespace pumuki::cli {
namespace {

constexpr std::string_view k_waiver_path = "PUMUKI_GATE_WAIVER_PATH";

/// One value in force.
struct Setting {
  std::string name;
  std::string json;
  /// "environment", "file" or "default"
  std::string source;
};

class Settings {
 public:
  Settings(const Project& project, const std::optional<policy::GateConfig>& file)
      : project_{project},
        present_{file.has_value()},
        config_{file.value_or(policy::GateConfig{})} {
    if (present_) {
      const auto text = read_file(project.root + "/" + std::string{policy::k_gate_config_file});
      auto tree = text ? parse_json_tree(*text) : Result<JsonNode>{JsonNode{}};
      if (tree) {
        tree_ = std::move(*tree);
      }
    }
  }

  std::vector<Setting> all() {
    add_stages();
    add("protected_branches", encoded([&](JsonWriter& json) {
          json.value(config_.protected_branches.value_or(policy::default_protected_branches()));
        }));
    add_sdd();
    add("require_receipt", config_.require_receipt ? "true" : "false");
    add("chain_pre_write", config_.chain_pre_write ? "true" : "false");
    add_inputs();
    return std::move(settings_);
  }

 private:
  template <class Fill>
  static std::string encoded(const Fill& fill) {
    JsonWriter json;
    fill(json);
    return json.take();
  }
  void add(std::string name, std::string json, bool from_environment = false) {
    const bool in_file = tree_.find(name) != nullptr;
    settings_.push_back({std::move(name), std::move(json),
                         from_environment ? "environment"
                         : in_file        ? "file"
                                          : "default"});
  }
  void add_stages() {
    const auto mode = policy::hard_mode(project_.environment, project_.root, nullptr);
    const JsonNode* in_file = tree_.find("thresholds");
    const JsonNode* ages = tree_.find("max_age_seconds");
    for (const Stage stage : k_all_stages) {
      const auto limits =
          mode.enabled || !present_ ? policy::Thresholds{} : policy::thresholds_of(config_, stage);
      std::string json = encoded([&](JsonWriter& writer) {
        writer.begin_object()
            .member("block", severity_name(limits.block_on_or_above))
            .member("warn", severity_name(limits.warn_on_or_above))
            .end_object();
      });
      const bool given = in_file != nullptr &&
                         (in_file->find(stage_name(stage)) != nullptr ||
                          (stage == Stage::PreWrite && in_file->find("PRE_COMMIT") != nullptr));
      settings_.push_back({"thresholds." + std::string{stage_name(stage)}, std::move(json),
                           mode.enabled ? "hard-mode"
                           : given      ? "file"
                                        : "default"});
    }
    for (const Stage stage : k_all_stages) {
      const auto age = config_.max_age_seconds.find(stage);
      const bool given = ages != nullptr && ages->find(stage_name(stage)) != nullptr;
      settings_.push_back({"max_age_seconds." + std::string{stage_name(stage)},
                           std::to_string(age == config_.max_age_seconds.end()
                                              ? verdict::default_max_age_seconds(stage)
                                              : age->second),
                           given ? "file" : "default"});
    }
  }
  /// Without the file SDD is strict, with it auto unless it says otherwise (contract: gate-cli §4).
  void add_sdd() {
    const auto state = policy::feature_state(project_.environment, policy::Feature::Sdd);
    const bool bypassed = project_.environment.get("PUMUKI_SDD_BYPASS") == "1";
    const bool forced = bypassed || state.source != "default";
    const std::string_view mode = bypassed              ? "off"
                                  : forced || !present_ ? policy::feature_mode_name(state.mode)
                                                        : policy::sdd_setting_name(config_.sdd);
    add("sdd", encoded([&](JsonWriter& json) { json.value(mode); }), forced);
  }
  void add_inputs() {
    add("analysers", encoded([&](JsonWriter& json) {
          std::vector<std::string> names;
          for (const auto& analyser : config_.analysers) {
            names.push_back(analyser.name);
          }
          json.value(names);
        }));
    add("reports", encoded([&](JsonWriter& json) {
          std::vector<std::string> paths;
          for (const auto& report : config_.reports) {
            paths.push_back(report.path);
          }
          json.value(paths);
        }));
    add("ingested_max_age_seconds", std::to_string(config_.ingested_max_age_seconds));
    const auto waivers = project_.environment.get(k_waiver_path);
    const bool named = waivers && !trim(*waivers).empty();
    add("baseline_file", encoded([&](JsonWriter& json) { json.value(config_.baseline_file); }));
    add("waiver_file", encoded([&](JsonWriter& json) {
          json.value(named ? trim(*waivers) : std::string_view{config_.waiver_file});
        }),
        named);
    add("max_findings", std::to_string(config_.max_findings));
    add("large_file_bytes", std::to_string(config_.large_file_bytes));
    add("rule_severities", encoded([&](JsonWriter& json) {
          json.begin_object();
          for (const auto& [rule, severity] : config_.rule_severities) {
            json.member(rule, severity_name(severity));
          }
          json.end_object();
        }));
    add("disabled_rules", encoded([&](JsonWriter& json) { json.value(config_.disabled_rules); }));
  }

  const Project& project_;
  bool present_;
  policy::GateConfig config_;
  JsonNode tree_;
  std::vector<Setting> settings_;
};

std::string to_json(const std::vector<Setting>& settings, bool present) {
  JsonWriter json;
  json.begin_object()
      .member("file", policy::k_gate_config_file)
      .member("present", present)
      .key("values")
      .begin_object();
  for (const Setting& setting : settings) {
    json.key(setting.name)
        .begin_object()
        .member_raw("value", setting.json)
        .member("source", setting.source)
        .end_object();
  }
  json.end_object().end_object();
  return json.take() + "\n";
}

std::string to_text(const std::vector<Setting>& settings) {
  std::string text;
  for (const Setting& setting : settings) {
    text +=
        setting.name + " = " + verdict::printable(setting.json) + "  (" + setting.source + ")\n";
  }
  return text;
}

std::string check_answer(bool present, bool as_json) {
  if (as_json) {
    JsonWriter json;
    json.begin_object()
        .member("file", policy::k_gate_config_file)
        .member("present", present)
        .member("valid", true)
        .end_object();
    return json.take() + "\n";
  }
  return std::string{policy::k_gate_config_file} +
         (present ? ": valid\n" : ": absent, the defaults apply\n");
}

}  // namespace

void ConfigCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  CLI::App* check = app.add_subcommand("check", "Is .pumuki/gate.json valid? Exit 0 or 2");
  show_ = app.add_subcommand("show", "The values in force and where each comes from");
  for (CLI::App* sub : {check, show_}) {
    sub->add_option("--project", project_, "Any folder of the repository");
    sub->add_flag("--json", json_, "One JSON object");
  }
}

int ConfigCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  const auto file = policy::read_gate_config(project->root);
  if (!file) {
    return report_failure(file.error(), format);
  }
  if (!show_->parsed()) {
    print_out(check_answer(file->has_value(), json_));
    return k_exit_allowed;
  }
  const auto settings = Settings{*project, *file}.all();
  print_out(json_ ? to_json(settings, file->has_value()) : to_text(settings));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
