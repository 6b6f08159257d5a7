#include "gate/cli/ingest_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/collect/baseline.h"
#include "gate/collect/reader.h"
#include "gate/core/files.h"
#include "gate/core/json_writer.h"
#include "gate/core/path_json.h"
#include "gate/git/changes.h"
#include "gate/git/git_process.h"
#include "gate/policy/gate_config.h"
#include "gate/verdict/verdict_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace pumuki::cli {
namespace {

using collect::ReportSummary;

constexpr const char* k_standard_input = "-";
constexpr int k_git_not_ignored = 1;
constexpr std::size_t k_max_source_bytes = std::size_t{16} << 20;

std::string absolute(const std::string& path, const std::string& cwd) {
  return path.starts_with('/') ? path
                               : (std::filesystem::path{cwd} / path).lexically_normal().string();
}

/// Relative to the root where it lies below, so that the same report has the same name from every
/// folder.
std::string recorded_path(const std::string& path, const std::string& root) {
  const std::string real = real_path(path);
  return real.starts_with(root + "/") ? real.substr(root.size() + 1) : real;
}

/// The commit that is checked out; empty when there is none.
std::string present_commit(const Project& project) {
  if (project.repository == nullptr) {
    return {};
  }
  const auto commit = git::open_changes(project.root, project.environment)->commit_of("HEAD");
  return commit && *commit ? **commit : std::string{};
}

/// Waiting reports must not show in `git status`, also where install wrote no exclude block.
Result<void> keep_out_of_status(const Project& project) {
  const std::string ignore_file = std::string{collect::k_reports_folder} + "/.gitignore";
  if (project.repository == nullptr || entry_exists(project.root + "/" + ignore_file)) {
    return {};
  }
  const auto ignored = git::GitProcess{project.root, project.environment}.try_run(
      {"check-ignore", "-q", "--", std::string{collect::k_reports_folder} + "/report"});
  if (!ignored) {
    return fail(ignored.error());
  }
  return ignored->exit_code == k_git_not_ignored
             ? write_file_below(project.root, ignore_file, "*\n")
             : Result<void>{};
}

/// The tool looked at the work tree, so its text names the findings; a collection finds them again
/// when their lines have moved.
void add_fingerprints_of(const std::string& root, std::vector<evidence::Finding>& findings) {
  collect::add_fingerprints(findings, [&](const std::string& path) -> std::optional<std::string> {
    const std::string real = real_path(root + "/" + path);
    if (!real.starts_with(root + "/")) {
      return std::nullopt;
    }
    auto text = read_file(real, k_max_source_bytes);
    return text ? std::optional{std::move(*text)} : std::nullopt;
  });
}

std::string counts_text(const ReportSummary& summary) {
  std::string text = "taken " + std::to_string(summary.taken);
  const auto add = [&](const std::string& name, std::int64_t count) {
    text += count > 0 ? ", " + name + " " + std::to_string(count) : "";
  };
  add("suppressed", summary.suppressed);
  add("unmapped", summary.unmapped);
  for (const auto& [reason, count] : summary.dropped) {
    add("dropped " + reason, count);
  }
  return text;
}

void write_summary(JsonWriter& json, const ReportSummary& summary) {
  json.member("tool", summary.tool)
      .member("tool_version", summary.tool_version)
      .member("digest", summary.digest)
      .member("taken", summary.taken)
      .member("suppressed", summary.suppressed)
      .member("unmapped", summary.unmapped)
      .key("dropped")
      .begin_object();
  for (const auto& [reason, count] : summary.dropped) {
    json.member(reason, count);
  }
  json.end_object()
      .optional_member("coverable_lines", summary.coverable_lines)
      .optional_member("covered_lines", summary.covered_lines);
}

}  // namespace

void IngestCommand::declare(CLI::App& app) {
  std::vector<std::string> formats;
  for (const std::string_view format : collect::report_formats()) {
    formats.emplace_back(format);
  }
  app.add_option("FORMAT", format_, "The format of the files")
      ->required()
      ->check(CLI::IsMember(formats));
  app.add_option("FILE", files_, "The reports; - is standard input")->required();
  app.add_option("--project", project_, "Any folder of the repository");
  app.add_option("--base", base_, "Folder where relative paths in the reports start (the root)");
  app.add_option("--min-line-coverage", min_line_coverage_,
                 "lcov: a file with fewer of its lines covered (percent) is a finding")
      ->check(CLI::Range(0.0, 100.0));
  app.add_flag("--json", json_, "One JSON object");
}

Result<IngestCommand::Taken> IngestCommand::read_one(const CliContext& context,
                                                     const Project& project, std::int64_t limit,
                                                     const std::string& file) const {
  const bool from_input = file == k_standard_input;
  const std::string path = from_input ? file : absolute(file, context.cwd);
  Taken taken;
  auto& findings = taken.report.findings;
  auto summary = collect::read_report(
      format_, path,
      {.root = project.root,
       .base_folder = base_ ? real_path(absolute(*base_, context.cwd)) : std::string{},
       .max_findings = limit,
       .min_line_coverage = min_line_coverage_},
      [&](evidence::Finding finding) { findings.push_back(std::move(finding)); });
  if (!summary) {
    return fail(std::move(summary.error()));
  }
  taken.summary = std::move(*summary);
  add_fingerprints_of(project.root, findings);
  taken.report.record = {.path = from_input ? "standard input" : recorded_path(path, project.root),
                         .kind = format_,
                         .digest = taken.summary.digest,
                         .tool = taken.summary.tool,
                         .tool_version = taken.summary.tool_version,
                         .tree = {},
                         .age_seconds = 0,
                         .coverable_lines = taken.summary.coverable_lines,
                         .covered_lines = taken.summary.covered_lines};
  taken.report.ingested_at = context.clock.now();
  return taken;
}

Result<std::vector<IngestCommand::Taken>> IngestCommand::read_all(const CliContext& context,
                                                                  const Project& project) const {
  const auto config = policy::read_gate_config(project.root);
  if (!config) {
    return fail(config.error());
  }
  const std::int64_t limit = config->value_or(policy::GateConfig{}).max_findings;
  std::vector<Taken> all;
  for (const std::string& file : files_) {
    auto one = read_one(context, project, limit, file);
    if (!one) {
      return fail(std::move(one.error()), "nothing was taken");
    }
    all.push_back(std::move(*one));
  }
  const std::string commit = present_commit(project);
  for (Taken& one : all) {
    one.report.record.tree = commit;
  }
  return all;
}

std::string IngestCommand::to_json(const std::vector<Taken>& taken) const {
  JsonWriter json;
  json.begin_object().member("format", format_).key("reports").begin_array();
  for (const Taken& one : taken) {
    json.begin_object();
    write_path_member(json, "path", one.report.record.path);
    json.member("tree", one.report.record.tree);
    write_summary(json, one.summary);
    json.end_object();
  }
  json.end_array().end_object();
  return json.take() + "\n";
}

int IngestCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  auto taken = read_all(context, *project);
  if (!taken) {
    return report_failure(taken.error(), format);
  }
  std::vector<collect::StoredReport> reports;
  for (Taken& one : *taken) {
    reports.push_back({.record = one.report.record,
                       .ingested_at = one.report.ingested_at,
                       .findings = std::move(one.report.findings)});
  }
  auto stored = keep_out_of_status(*project);
  if (stored) {
    stored = collect::store_reports(project->root, reports);
  }
  if (!stored) {
    return report_failure(stored.error(), format);
  }
  if (json_) {
    print_out(to_json(*taken));
    return k_exit_allowed;
  }
  std::string text;
  for (const Taken& one : *taken) {
    text += counts_text(one.summary) + "  " + verdict::printable(one.report.record.path) + "\n";
  }
  print_out(text);
  return k_exit_allowed;
}

}  // namespace pumuki::cli
