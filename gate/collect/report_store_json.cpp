#include "gate/collect/report_store.h"
#include "gate/core/files.h"
#include "gate/core/json_text.h"
#include "gate/core/json_writer.h"
#include "gate/core/path_json.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

namespace pumuki::collect {
namespace {

using nlohmann::json;

/// A stored report is lines of JSON: a head, one finding each, and an end with the digest of all
/// lines before it, so that a line is the largest thing that becomes a DOM.
constexpr std::string_view k_schema = "pumuki.report/1";
constexpr std::string_view k_suffix = ".jsonl";
constexpr std::size_t k_max_report_bytes = std::size_t{128} << 20;
constexpr std::size_t k_max_line_bytes = std::size_t{64} << 10;
constexpr std::size_t k_max_reports = 256;
constexpr std::int64_t k_ms_per_second = 1'000;
constexpr std::size_t k_name_digits = 32;

std::string file_name(const evidence::ReportRecord& record) {
  return sha256_hex(record.kind + '\0' + record.tool + '\0' + record.path)
             .substr(0, k_name_digits) +
         std::string{k_suffix};
}

/// Bytes that are not UTF-8 (a path) come back as they went in.
void write_bytes(JsonWriter& line, std::string_view name, const std::string& bytes) {
  if (is_valid_utf8(bytes)) {
    line.member(name, bytes);
    return;
  }
  static constexpr std::string_view k_digits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += k_digits[byte / 16U];
    hex += k_digits[byte % 16U];
  }
  line.key(name).begin_object().member("hex", hex).end_object();
}

std::string head_line(const StoredReport& report) {
  const evidence::ReportRecord& record = report.record;
  JsonWriter line;
  line.begin_object().member("schema", k_schema);
  write_bytes(line, "path", record.path);
  line.member("format", record.kind)
      .member("digest", record.digest)
      .member("tool", record.tool)
      .member("tool_version", record.tool_version)
      .member("tree", record.tree)
      .member("ingested_at", report.ingested_at)
      .member("findings", report.findings.size());
  line.optional_member("coverable_lines", record.coverable_lines)
      .optional_member("covered_lines", record.covered_lines)
      .end_object();
  return line.take() + "\n";
}

std::string finding_line(const evidence::Finding& finding) {
  JsonWriter line;
  line.begin_object()
      .member("rule", finding.rule_id)
      .member("severity", severity_name(finding.severity))
      .member("code", finding.code)
      .member("message", finding.message);
  write_bytes(line, "file", finding.file);
  line.key("lines").begin_array();
  for (const std::int64_t number : finding.lines) {
    line.value(number);
  }
  line.end_array()
      .member("matched_by", finding.matched_by)
      .member("source", finding.source)
      .optional_member("blocking", finding.blocking)
      .optional_member("why", finding.why)
      .optional_member("impact", finding.impact)
      .optional_member("expected_fix", finding.expected_fix)
      .member("fingerprint", finding.fingerprint)
      .end_object();
  return line.take() + "\n";
}

std::string end_line(const std::string& digest) {
  JsonWriter line;
  line.begin_object().member("end", digest).end_object();
  return line.take() + "\n";
}

Result<std::string> report_text(const StoredReport& report) {
  std::string text = head_line(report);
  for (const evidence::Finding& finding : report.findings) {
    text += finding_line(finding);
    if (text.size() > k_max_report_bytes) {
      return fail(Code::TooLarge,
                  "the findings of " + report.record.path + " are too large to keep");
    }
  }
  return text + end_line(sha256_hex(text));
}

class LineReader {
 public:
  explicit LineReader(const json& line) : line_(line) {}

  std::string text(const char* name) { return get<std::string>(name, {}); }
  std::optional<std::string> optional_text(const char* name) {
    return line_.contains(name) ? std::optional{text(name)} : std::nullopt;
  }
  std::int64_t number(const char* name) { return get<std::int64_t>(name, 0); }
  std::optional<std::int64_t> optional_number(const char* name) {
    return line_.contains(name) ? std::optional{number(name)} : std::nullopt;
  }
  std::optional<bool> optional_flag(const char* name) {
    return line_.contains(name) ? std::optional{get<bool>(name, false)} : std::nullopt;
  }
  std::vector<std::int64_t> numbers(const char* name) {
    std::vector<std::int64_t> all;
    const auto found = line_.find(name);
    good_ = good_ && found != line_.end() && found->is_array();
    if (good_) {
      for (const json& one : *found) {
        good_ = good_ && one.is_number_integer();
        all.push_back(one.is_number_integer() ? one.get<std::int64_t>() : 0);
      }
    }
    return all;
  }
  std::string bytes(const char* name) {
    const auto found = line_.find(name);
    if (found == line_.end() || !found->is_object()) {
      return text(name);
    }
    const std::string hex = LineReader{*found}.text("hex");
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
      bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return bytes;
  }
  void require(bool condition) { good_ = good_ && condition; }
  [[nodiscard]] bool good() const { return good_; }

 private:
  template <class T>
  T get(const char* name, T otherwise) {
    const auto found = line_.find(name);
    const bool fits =
        found != line_.end() && (std::same_as<T, bool>          ? found->is_boolean()
                                 : std::same_as<T, std::string> ? found->is_string()
                                                                : found->is_number_integer());
    good_ = good_ && fits;
    return fits ? found->get<T>() : otherwise;
  }

  const json& line_;
  bool good_ = true;
};

/// One stored file; the digest was compared before.
class StoredFile {
 public:
  explicit StoredFile(std::string_view text) : text_(text) {}

  std::optional<StoredReport> read() {
    const json head = next();
    if (!head.is_object()) {
      return std::nullopt;
    }
    StoredReport report;
    LineReader line{head};
    line.require(line.text("schema") == k_schema);
    report.record = {.path = line.bytes("path"),
                     .kind = line.text("format"),
                     .digest = line.text("digest"),
                     .tool = line.text("tool"),
                     .tool_version = line.text("tool_version"),
                     .tree = line.text("tree"),
                     .age_seconds = 0,
                     .coverable_lines = line.optional_number("coverable_lines"),
                     .covered_lines = line.optional_number("covered_lines")};
    report.ingested_at = line.number("ingested_at");
    const std::int64_t count = line.number("findings");
    while (line.good() && !text_.empty()) {
      auto finding = read_finding(next());
      if (!finding) {
        return std::nullopt;
      }
      report.findings.push_back(std::move(*finding));
    }
    line.require(std::cmp_equal(count, report.findings.size()));
    return line.good() ? std::optional{std::move(report)} : std::nullopt;
  }

 private:
  json next() {
    const std::string_view line = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(std::min(text_.size(), line.size() + 1));
    if (line.size() > k_max_line_bytes || !json_depth_at_most(line)) {
      return {};
    }
    return json::parse(line, nullptr, false);
  }
  static std::optional<evidence::Finding> read_finding(const json& object) {
    if (!object.is_object()) {
      return std::nullopt;
    }
    LineReader line{object};
    const auto severity = severity_from_name(line.text("severity"));
    line.require(severity.has_value());
    evidence::Finding finding;
    finding.rule_id = line.text("rule");
    finding.severity = severity.value_or(Severity::Warn);
    finding.code = line.text("code");
    finding.message = line.text("message");
    finding.file = line.bytes("file");
    finding.lines = line.numbers("lines");
    finding.matched_by = line.text("matched_by");
    finding.source = line.text("source");
    finding.blocking = line.optional_flag("blocking");
    finding.why = line.optional_text("why");
    finding.impact = line.optional_text("impact");
    finding.expected_fix = line.optional_text("expected_fix");
    finding.fingerprint = line.text("fingerprint");
    return line.good() ? std::optional{std::move(finding)} : std::nullopt;
  }

  std::string_view text_;
};

std::unexpected<Error> damaged(const std::string& name) {
  return fail(Code::WrongShape, "the stored report " + name + " is damaged",
              "Delete it and ingest the report again.");
}

Result<StoredReport> read_stored(const std::string& root, const std::string& name) {
  const std::string path = std::string{k_reports_folder} + "/" + name;
  const auto text = read_file(root + "/" + path, k_max_report_bytes + k_max_line_bytes);
  if (!text) {
    return fail(text.error());
  }
  const std::size_t last =
      text->size() < 2 ? std::string::npos : text->rfind('\n', text->size() - 2);
  if (last == std::string::npos) {
    return damaged(path);
  }
  const std::string_view body = std::string_view{*text}.substr(0, last + 1);
  if (std::string_view{*text}.substr(last + 1) != end_line(sha256_hex(body))) {
    return damaged(path);
  }
  try {
    auto report = StoredFile{body}.read();
    if (report && file_name(report->record) == name) {
      return std::move(*report);
    }
  } catch (const std::exception&) {  // a number that is none, between two right digests
  }
  return damaged(path);
}

/// Names in the folder, hidden ones left out; what is no report of ours is named, not guessed.
Result<std::vector<std::string>> stored_names(const std::string& root) {
  std::vector<std::string> names;
  std::error_code error;
  const std::string folder = root + "/" + std::string{k_reports_folder};
  if (!entry_exists(folder)) {
    return names;
  }
  std::filesystem::directory_iterator entry{folder, error};
  for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    const bool temporary = name.contains(std::string{k_suffix} + ".tmp-");
    if (name.starts_with('.') || temporary) {
      continue;
    }
    if (!name.ends_with(k_suffix)) {
      return fail(Code::WrongShape,
                  std::string{k_reports_folder} + "/" + name + " is no stored report",
                  "Move it elsewhere; reports come in with pumuki ingest.");
    }
    names.push_back(std::move(name));
  }
  if (error) {
    return fail(Code::NotReadable, std::string{k_reports_folder} + ": " + error.message());
  }
  if (names.size() > k_max_reports) {
    return fail(Code::TooLarge,
                std::string{k_reports_folder} + " holds more than " +
                    std::to_string(k_max_reports) + " reports",
                "Delete those that are no longer needed.");
  }
  return names;
}

/// Files written under hidden names until all of them are there.
class StagedFiles {
 public:
  explicit StagedFiles(std::string root) : root_(std::move(root)) {}
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;
  ~StagedFiles() {
    for (const std::string& name : names_) {
      ::unlink(path(hidden(name)).c_str());
    }
  }

  Result<void> add(const std::string& name, const std::string& text) {
    names_.insert(name);
    return write_file_below(root_, std::string{k_reports_folder} + "/" + hidden(name), text);
  }
  Result<void> commit() {
    while (!names_.empty()) {
      const std::string name = *names_.begin();
      if (std::rename(path(hidden(name)).c_str(), path(name).c_str()) != 0) {
        return fail(Code::NotWritable, path(name) + ": " + std::strerror(errno));
      }
      names_.erase(name);
    }
    return {};
  }

 private:
  static std::string hidden(const std::string& name) {
    return ".new-" + std::to_string(::getpid()) + "-" + name;
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return root_ + "/" + std::string{k_reports_folder} + "/" + name;
  }

  std::string root_;
  std::set<std::string> names_;
};

}  // namespace

Result<void> store_report(const std::string& root, const StoredReport& report) {
  return store_reports(root, {report});
}

Result<void> store_reports(const std::string& root, const std::vector<StoredReport>& reports) {
  const auto present = stored_names(root);
  if (!present) {
    return fail(present.error());
  }
  std::set<std::string> names{present->begin(), present->end()};
  StagedFiles staged{root};
  for (const StoredReport& report : reports) {
    names.insert(file_name(report.record));
    const auto text = report_text(report);
    if (!text) {
      return fail(text.error());
    }
    if (auto written = staged.add(file_name(report.record), *text); !written) {
      return written;
    }
  }
  if (names.size() > k_max_reports) {
    return fail(Code::TooLarge,
                "more than " + std::to_string(k_max_reports) + " reports would wait",
                "Delete those of " + std::string{k_reports_folder} + " that are no longer needed.");
  }
  return staged.commit();
}

Result<std::vector<StoredReport>> stored_reports(const std::string& root, TimeMs now) {
  const auto names = stored_names(root);
  if (!names) {
    return fail(names.error());
  }
  std::vector<StoredReport> reports;
  for (const std::string& name : *names) {
    auto report = read_stored(root, name);
    if (!report) {
      return fail(std::move(report.error()));
    }
    report->record.age_seconds =
        std::max<std::int64_t>(0, (now - report->ingested_at) / k_ms_per_second);
    reports.push_back(std::move(*report));
  }
  std::ranges::sort(reports, {}, [](const StoredReport& report) {
    return std::tie(report.record.kind, report.record.tool, report.record.path);
  });
  return reports;
}

}  // namespace pumuki::collect
