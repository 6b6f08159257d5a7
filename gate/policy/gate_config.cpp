#include "gate/policy/gate_config.h"

#include "gate/core/files.h"
#include "gate/core/json_fields.h"
#include "gate/core/json_writer.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace pumuki::policy {
namespace {

constexpr std::int64_t k_year_seconds = std::int64_t{366} * 24 * 3'600;
constexpr std::int64_t k_max_timeout_seconds = 3'600;
constexpr std::int64_t k_max_findings_limit = 1'000'000;
constexpr std::int64_t k_max_file_bytes = std::int64_t{1} << 40;

constexpr std::array<std::string_view, 4> k_sdd_names{"auto", "strict", "advisory", "off"};

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "" : ", ") + std::string{name};
  }
  return text;
}

/// Fills the configuration part by part.
class Taker {
 public:
  explicit Taker(JsonFaults& faults) : faults_{faults} {}

  GateConfig take(const JsonNode& document);

 private:
  void take_simple(JsonFields& fields);
  void take_thresholds(const JsonNode& node);
  void take_ages(const JsonNode& node);
  void take_analysers(const JsonNode& node);
  void take_reports(const JsonNode& node);
  void take_severities(const JsonNode& node);
  std::string choice(JsonFields& fields, std::string_view name,
                     std::span<const std::string_view> names);
  std::optional<Severity> severity(JsonFields& fields, std::string_view name);
  std::string path(JsonFields& fields, std::string_view name, std::string otherwise);

  JsonFaults& faults_;
  GateConfig config_;
};

/// Replaces the default by what the file says, if it does.
template <class T>
void assign(T& to, std::optional<T> found) {
  if (found) {
    to = std::move(*found);
  }
}

bool stays_below(std::string_view path) {
  return !path.starts_with('/') && path.find('\0') == std::string_view::npos &&
         std::ranges::none_of(split(path, '/'), [](std::string_view part) { return part == ".."; });
}

std::string Taker::choice(JsonFields& fields, std::string_view name,
                          std::span<const std::string_view> names) {
  auto found = fields.text(name);
  if (found && std::ranges::find(names, *found) == names.end()) {
    fields.fault(name, "must be one of " + listed(names));
  }
  return found.value_or("");
}

std::optional<Severity> Taker::severity(JsonFields& fields, std::string_view name) {
  static constexpr std::array<std::string_view, 4> k_names{"INFO", "WARN", "ERROR", "CRITICAL"};
  return severity_from_name(choice(fields, name, k_names));
}

std::string Taker::path(JsonFields& fields, std::string_view name, std::string otherwise) {
  auto found = fields.word(name);
  if (found && !stays_below(*found)) {
    fields.fault(name, "must be a path below the repository root, without \"..\"");
  }
  return found.value_or(std::move(otherwise));
}

void Taker::take_simple(JsonFields& fields) {
  fields.text("$schema");
  config_.protected_branches = fields.texts("protected_branches");
  assign(config_.ingested_max_age_seconds,
         fields.integer("ingested_max_age_seconds", 1, k_year_seconds));
  config_.baseline_file = path(fields, "baseline_file", config_.baseline_file);
  config_.waiver_file = path(fields, "waiver_file", config_.waiver_file);
  assign(config_.require_receipt, fields.boolean("require_receipt"));
  assign(config_.chain_pre_write, fields.boolean("chain_pre_write"));
  assign(config_.max_findings, fields.integer("max_findings", 1, k_max_findings_limit));
  assign(config_.large_file_bytes, fields.integer("large_file_bytes", 1, k_max_file_bytes));
  assign(config_.disabled_rules, fields.texts("disabled_rules"));
  const auto sdd = std::ranges::find(k_sdd_names, choice(fields, "sdd", k_sdd_names));
  if (sdd != k_sdd_names.end()) {
    config_.sdd = static_cast<SddSetting>(sdd - k_sdd_names.begin());
  }
}

void Taker::take_thresholds(const JsonNode& node) {
  JsonFields stages{node, "thresholds", faults_};
  for (const Stage stage : k_all_stages) {
    const JsonNode* entry = stages.object(stage_name(stage));
    if (entry == nullptr) {
      continue;
    }
    JsonFields fields{*entry, stages.path_of(stage_name(stage)), faults_};
    const auto block = severity(fields, "block");
    const auto warn = severity(fields, "warn");
    fields.require({"block"});
    fields.refuse_others();
    Thresholds taken{.block_on_or_above = block.value_or(Severity::Info),
                     .warn_on_or_above = warn.value_or(block.value_or(Severity::Info))};
    if (taken.warn_on_or_above > taken.block_on_or_above) {
      fields.fault("warn", "must not be above \"block\"");
    }
    config_.thresholds[stage] = taken;
  }
  stages.refuse_others();
}

void Taker::take_ages(const JsonNode& node) {
  JsonFields stages{node, "max_age_seconds", faults_};
  for (const Stage stage : k_all_stages) {
    if (const auto age = stages.integer(stage_name(stage), 1, k_year_seconds)) {
      config_.max_age_seconds[stage] = *age;
    }
  }
  stages.refuse_others();
}

void Taker::take_analysers(const JsonNode& node) {
  for (const JsonNode& item : node.items) {
    const std::string where = "analysers[" + std::to_string(config_.analysers.size()) + "]";
    JsonFields fields{item, where, faults_};
    AnalyserConfig taken;
    taken.name = fields.word("name").value_or("");
    taken.command = fields.texts("command").value_or(std::vector<std::string>{});
    taken.globs = fields.texts("globs").value_or(std::vector<std::string>{});
    for (const std::string& name : fields.texts("stages").value_or(std::vector<std::string>{})) {
      if (const auto stage = stage_from_name(name)) {
        taken.stages.push_back(*stage);
      } else {
        fields.fault("stages", "must hold PRE_WRITE, PRE_COMMIT, PRE_PUSH or CI");
      }
    }
    if (const auto seconds = fields.integer("timeout_seconds", 1, k_max_timeout_seconds)) {
      taken.timeout = std::chrono::seconds{*seconds};
    }
    taken.format = choice(fields, "format", report_format_names());
    fields.require({"name", "command", "globs", "stages", "format"});
    fields.refuse_others();
    if (taken.command.empty()) {
      fields.fault("command", "must name a program");
    }
    if (std::ranges::find(config_.analysers, taken.name, &AnalyserConfig::name) !=
        config_.analysers.end()) {
      fields.fault("name", "stands for two analysers");
    }
    config_.analysers.push_back(std::move(taken));
  }
}

void Taker::take_reports(const JsonNode& node) {
  for (const JsonNode& item : node.items) {
    const std::string where = "reports[" + std::to_string(config_.reports.size()) + "]";
    JsonFields fields{item, where, faults_};
    ReportConfig taken;
    taken.path = path(fields, "path", {});
    taken.format = choice(fields, "format", report_format_names());
    taken.max_age_seconds = fields.integer("max_age_seconds", 1, k_year_seconds);
    fields.require({"path", "format"});
    fields.refuse_others();
    config_.reports.push_back(std::move(taken));
  }
}

void Taker::take_severities(const JsonNode& node) {
  JsonFields fields{node, "rule_severities", faults_};
  for (const auto& [rule, value] : node.members) {
    if (const auto found = severity(fields, rule)) {
      config_.rule_severities[rule] = *found;
    }
  }
}

GateConfig Taker::take(const JsonNode& document) {
  JsonFields fields{document, {}, faults_};
  take_simple(fields);
  if (const JsonNode* node = fields.object("thresholds")) {
    take_thresholds(*node);
  }
  if (const JsonNode* node = fields.object("max_age_seconds")) {
    take_ages(*node);
  }
  if (const JsonNode* node = fields.array("analysers")) {
    take_analysers(*node);
  }
  if (const JsonNode* node = fields.array("reports")) {
    take_reports(*node);
  }
  if (const JsonNode* node = fields.object("rule_severities")) {
    take_severities(*node);
  }
  fields.refuse_others();
  return std::move(config_);
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return texts;
}

}  // namespace

const std::vector<std::string_view>& report_format_names() {
  static const std::vector<std::string_view> names{
      "sarif", "gcc-json", "clang-tidy", "clang-tidy-yaml", "cppcheck", "junit", "lcov"};
  return names;
}

std::string_view sdd_setting_name(SddSetting setting) {
  return k_sdd_names.at(static_cast<std::size_t>(setting));
}

Thresholds thresholds_of(const std::optional<GateConfig>& config, Stage stage) {
  if (!config) {
    return {};
  }
  auto found = config->thresholds.find(stage);
  if (found == config->thresholds.end() && stage == Stage::PreWrite) {
    found = config->thresholds.find(Stage::PreCommit);
  }
  return found == config->thresholds.end() ? Thresholds{} : found->second;
}

std::string policy_digest(const GateConfig& config) {
  JsonWriter json;
  json.begin_object().key("thresholds").begin_object();
  for (const auto& [stage, thresholds] : config.thresholds) {
    json.key(stage_name(stage))
        .begin_object()
        .member("block", severity_name(thresholds.block_on_or_above))
        .member("warn", severity_name(thresholds.warn_on_or_above))
        .end_object();
  }
  json.end_object().key("protected_branches");
  if (config.protected_branches) {
    json.value(sorted(*config.protected_branches));
  } else {
    json.null();
  }
  json.key("max_age_seconds").begin_object();
  for (const auto& [stage, seconds] : config.max_age_seconds) {
    json.member(stage_name(stage), seconds);
  }
  json.end_object()
      .member("require_receipt", config.require_receipt)
      .member("sdd", sdd_setting_name(config.sdd))
      .member("max_findings", config.max_findings)
      .member("large_file_bytes", config.large_file_bytes)
      .key("rule_severities")
      .begin_object();
  for (const auto& [rule, severity] : config.rule_severities) {
    json.member(rule, severity_name(severity));
  }
  json.end_object().member("disabled_rules", sorted(config.disabled_rules)).end_object();
  return sha256_hex(json.text());
}

Result<GateConfig> parse_gate_config(std::string_view text) {
  const auto document = parse_json_tree(text);
  if (!document) {
    return fail(document.error());
  }
  JsonFaults faults{.text = text, .first = std::nullopt};
  GateConfig config = Taker{faults}.take(*document);
  if (faults.first) {
    return fail(std::move(*faults.first));
  }
  return config;
}

Result<std::optional<GateConfig>> read_gate_config(const std::string& root) {
  const std::string path = root + "/" + std::string{k_gate_config_file};
  const auto text = read_file(path);
  if (!text && text.error().code == Code::NotFound && !entry_exists(path)) {
    return std::optional<GateConfig>{};
  }
  auto config = text ? parse_gate_config(*text) : Result<GateConfig>{fail(text.error())};
  if (!config) {
    Error error = std::move(config.error());
    error.message = std::string{k_gate_config_file} + ": " + error.message;
    error.hint = "Repair the file, then look at it with: pumuki config check";
    return fail(std::move(error));
  }
  return std::move(*config);
}

}  // namespace pumuki::policy
