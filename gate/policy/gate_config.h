#pragma once

#include "gate/core/result.h"
#include "gate/core/severity.h"
#include "gate/core/stage.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::policy {

/// The product's own configuration file, relative to the repository root.
inline constexpr std::string_view k_gate_config_file = ".pumuki/gate.json";

struct Thresholds {
  Severity block_on_or_above = Severity::Info;
  Severity warn_on_or_above = Severity::Info;
};

/// A program that a hook runs and whose output it reads.
struct AnalyserConfig {
  std::string name;
  /// argv; the element "{files}" is replaced by the paths that match `globs`, "{output}" by a
  /// temporary file.
  std::vector<std::string> command;
  /// Paths it looks at; "**" crosses folders. Nothing to look at: it does not run.
  std::vector<std::string> globs;
  std::vector<Stage> stages;
  std::chrono::milliseconds timeout{60'000};
  /// A format name of `pumuki ingest`: sarif, gcc-json, clang-tidy, clang-tidy-yaml, cppcheck,
  /// junit, lcov.
  std::string format;
};

/// A report that another step leaves in the tree.
struct ReportConfig {
  std::string path;
  std::string format;
  /// Older: not used, and named. Nothing: any age.
  std::optional<std::int64_t> max_age_seconds;
};

enum class SddSetting { Auto, Strict, Advisory, Off };

/// What `.pumuki/gate.json` says. Members it leaves out have these values.
struct GateConfig {
  std::map<Stage, Thresholds> thresholds;
  std::optional<std::vector<std::string>> protected_branches;
  std::vector<AnalyserConfig> analysers;
  std::vector<ReportConfig> reports;
  /// An ingested report that is older is not used, and named.
  std::int64_t ingested_max_age_seconds = 86'400;
  std::string baseline_file = ".pumuki/baseline.json";
  std::string waiver_file = ".pumuki/waivers/gate.json";
  std::map<Stage, std::int64_t> max_age_seconds;
  bool require_receipt = true;
  SddSetting sdd = SddSetting::Auto;
  bool chain_pre_write = false;
  std::int64_t max_findings = 25'000;
  std::int64_t large_file_bytes = std::int64_t{1} << 20;
  /// Severity of a built-in rule instead of its own.
  std::map<std::string, Severity> rule_severities;
  std::vector<std::string> disabled_rules;
};

/// The formats of analysers and reports, as in `pumuki ingest`.
const std::vector<std::string_view>& report_format_names();
/// "auto", "strict", "advisory", "off"
std::string_view sdd_setting_name(SddSetting setting);

/// Strict: an unknown member, a wrong type or a value out of bounds is WrongShape with line and
/// column.
Result<GateConfig> parse_gate_config(std::string_view text);

/// Of a stage; INFO and INFO without the file or without an entry (contract: gate §9). PRE_WRITE is
/// judged as PRE_COMMIT unless it has its own entry.
Thresholds thresholds_of(const std::optional<GateConfig>& config, Stage stage);
/// What the file says about who passes, as 64 hex digits; spelling and order do not matter, and
/// analysers, reports and file names are not part of it. Policy hashes are made from it.
std::string policy_digest(const GateConfig& config);

/// Nothing when the file is absent: then every recorded default stays. Error WrongShape, NotJson or
/// TooLarge with the position in the file (contract: gate-cli §11, ruling 7).
Result<std::optional<GateConfig>> read_gate_config(const std::string& root);

}  // namespace pumuki::policy
