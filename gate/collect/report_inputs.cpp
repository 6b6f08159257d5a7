#include "gate/collect/report_inputs.h"

#include "gate/collect/report_store.h"
#include "gate/core/files.h"

#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::int64_t k_ns_per_ms = 1'000'000;
constexpr std::int64_t k_ms_per_second = 1'000;
constexpr std::string_view k_rule_prefix = "report.";

std::string age_text(std::int64_t seconds) {
  constexpr std::int64_t k_hour = 3'600;
  return seconds < k_hour ? std::to_string(seconds) + " s"
                          : std::to_string(seconds / k_hour) + " h";
}

std::string too_old(std::int64_t age, std::int64_t limit) {
  return age_text(age) + " old, the limit is " + age_text(limit);
}

Result<void> gather_stored(const CollectContext& context, Gathered& gathered) {
  auto stored = stored_reports(context.root, context.clock.now());
  if (!stored) {
    return fail(std::move(stored.error()), "while reading the ingested reports");
  }
  const std::int64_t limit = context.config.ingested_max_age_seconds;
  for (StoredReport& report : *stored) {
    const std::string id = std::string{k_rule_prefix} + report.record.tool;
    if (report.record.age_seconds > limit) {
      gathered.unevaluated(id, report.record.path, too_old(report.record.age_seconds, limit));
      continue;
    }
    gathered.evaluated(id);
    const auto index = static_cast<std::int64_t>(gathered.collection.reports.size());
    for (evidence::Finding& finding : report.findings) {
      gathered.add({.finding = std::move(finding), .report = index}, context.config.max_findings);
    }
    gathered.collection.reports.push_back(std::move(report.record));
  }
  return {};
}

std::int64_t age_of(const FileIdentity& file, TimeMs now) {
  return (now - file.modified_ns / k_ns_per_ms) / k_ms_per_second;
}

Result<void> gather_configured(const CollectContext& context, const policy::ReportConfig& config,
                               Gathered& gathered) {
  const std::string id = std::string{k_rule_prefix} + config.path;
  const std::string path =
      config.path.starts_with('/') ? config.path : context.root + "/" + config.path;
  if (!is_regular_file(path)) {
    gathered.unevaluated(id, config.path, "the report is not there");
    return {};
  }
  const std::int64_t age = age_of(file_identity(path), context.clock.now());
  if (config.max_age_seconds && age > *config.max_age_seconds) {
    gathered.unevaluated(id, config.path, too_old(age, *config.max_age_seconds));
    return {};
  }
  auto summary = read_report(
      config.format, path,
      {.root = context.root, .base_folder = {}, .max_findings = context.config.max_findings},
      [&](evidence::Finding finding) {
        gathered.add({.finding = std::move(finding)}, context.config.max_findings);
      });
  if (!summary) {
    return fail(std::move(summary.error()), "while reading the report " + config.path);
  }
  gathered.evaluated(id);
  gathered.collection.reports.push_back({.path = config.path,
                                         .kind = config.format,
                                         .digest = std::move(summary->digest),
                                         .tool = std::move(summary->tool),
                                         .tool_version = std::move(summary->tool_version),
                                         .tree = {},
                                         .age_seconds = age});
  return {};
}

}  // namespace

void Gathered::evaluated(std::string id) {
  collection.coverage.active_rule_ids.push_back(id);
  collection.coverage.evaluated_rule_ids.push_back(std::move(id));
}

void Gathered::unevaluated(std::string id, std::string file, std::string reason) {
  collection.coverage.active_rule_ids.push_back(id);
  collection.coverage.unevaluated_rule_ids.push_back(std::move(id));
  collection.notices.push_back({.file = std::move(file), .reason = std::move(reason)});
}

bool Gathered::add(RawFinding finding, std::int64_t limit) {
  if (std::cmp_greater_equal(raw.size(), limit)) {
    collection.truncated = true;
    return false;
  }
  raw.push_back(std::move(finding));
  return true;
}

Result<void> gather_reports(const CollectContext& context, Gathered& gathered) {
  if (auto stored = gather_stored(context, gathered); !stored) {
    return stored;
  }
  for (const policy::ReportConfig& config : context.config.reports) {
    if (auto read = gather_configured(context, config, gathered); !read) {
      return read;
    }
  }
  return {};
}

}  // namespace pumuki::collect
