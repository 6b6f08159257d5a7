#include "gate/collect/judged_tree.h"

#include "gate/collect/baseline.h"
#include "gate/collect/builtin_checks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace pumuki::collect {
namespace {

using evidence::Finding;

constexpr std::string_view k_no_location = "unknown";
/// Lines of a file among which a moved finding is looked for.
constexpr std::int64_t k_max_searched_lines = 20'000;

/// Everything found in one object.
struct Group {
  std::vector<RawFinding> raw;
  std::optional<std::string> text;
};

/// Path, then object when it is not the judged one.
using GroupKey = std::pair<std::string, std::string>;

bool is_in_tree(const std::string& file) {
  return file != k_no_location && !file.starts_with('/') && !file.contains("://");
}

void add_fingerprints_of(std::vector<Finding>& findings, const std::optional<std::string>& text) {
  add_fingerprints(findings, [&](const std::string&) { return text; });
}

/// The same finding at another first line.
Finding moved(const Finding& finding, std::int64_t first_line) {
  Finding other = finding;
  const std::int64_t shift = first_line - finding.lines.front();
  for (std::int64_t& line : other.lines) {
    line += shift;
  }
  return other;
}

/// Where the finding is now, by its fingerprint; nothing when its text is gone.
std::optional<Finding> find_again(const Finding& finding, const std::string& text) {
  const std::int64_t lines = std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1);
  if (finding.fingerprint.empty()) {
    return finding.lines.back() <= lines ? std::optional{finding} : std::nullopt;
  }
  std::vector<Finding> candidates;
  const std::int64_t span = finding.lines.back() - finding.lines.front();
  for (std::int64_t line = 1; line + span <= std::min(lines, k_max_searched_lines); ++line) {
    candidates.push_back(moved(finding, line));
  }
  add_fingerprints_of(candidates, text);
  const auto same = std::ranges::find(candidates, finding.fingerprint, &Finding::fingerprint);
  return same == candidates.end() ? std::nullopt : std::optional{*same};
}

/// Findings of one report in one file: those at their old place stay, the others are looked for.
std::vector<Finding> still_there(std::vector<Finding> findings,
                                 const std::optional<std::string>& text) {
  std::vector<Finding> now = findings;
  add_fingerprints_of(now, text);
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!is_in_tree(findings[i].file)) {
      kept.push_back(std::move(findings[i]));
    } else if (!text) {
      continue;
    } else if (findings[i].lines.empty() || now[i].fingerprint == findings[i].fingerprint) {
      kept.push_back(std::move(findings[i]));
    } else if (auto again = find_again(findings[i], *text)) {
      kept.push_back(std::move(*again));
    }
  }
  return kept;
}

/// One for each rule and lines; the worse severity stays.
void make_unique(std::vector<Finding>& findings) {
  const auto place = [](const Finding& finding) {
    return std::tie(finding.lines, finding.rule_id);
  };
  std::ranges::stable_sort(findings, [&](const Finding& a, const Finding& b) {
    return place(a) != place(b) ? place(a) < place(b) : a.severity > b.severity;
  });
  const auto equal = std::ranges::unique(
      findings, [&](const Finding& a, const Finding& b) { return place(a) == place(b); });
  findings.erase(equal.begin(), equal.end());
}

void settle_group(Group group, SettledFindings& settled) {
  std::vector<Finding> findings;
  std::map<std::int64_t, std::vector<Finding>> of_report;
  for (RawFinding& raw : group.raw) {
    auto& to = raw.report < 0 ? findings : of_report[raw.report];
    to.push_back(std::move(raw.finding));
  }
  for (auto& [report, reported] : of_report) {
    const std::size_t before = reported.size();
    auto kept = still_there(std::move(reported), group.text);
    settled.outdated.insert(settled.outdated.end(), before - kept.size(), report);
    std::ranges::move(kept, std::back_inserter(findings));
  }
  make_unique(findings);
  add_fingerprints_of(findings, group.text);
  std::ranges::move(findings, std::back_inserter(settled.findings));
}

/// Names of the objects of the judged tree.
class ObjectNames {
 public:
  explicit ObjectNames(const Scope& scope)
      : prefix_(scope.kind == Scope::Kind::Index ? ":0:" : scope.head + ":") {
    for (const git::Change& change : scope.changes) {
      ids_.emplace(change.path, change.blob_id);
    }
  }
  /// Empty when the scope deletes the path.
  [[nodiscard]] std::string of(const std::string& path) const {
    const auto known = ids_.find(path);
    return known == ids_.end() ? prefix_ + path : known->second;
  }

 private:
  std::string prefix_;
  std::map<std::string, std::string> ids_;
};

}  // namespace

Result<SettledFindings> settle_findings(git::Changes& changes, const Scope& scope,
                                        std::vector<RawFinding> raw) {
  std::map<GroupKey, Group> groups;
  for (RawFinding& one : raw) {
    groups[{one.finding.file, one.blob_id}].raw.push_back(std::move(one));
  }
  const ObjectNames object_names{scope};
  std::vector<std::string> names;
  std::vector<GroupKey> keys;
  for (const auto& [key, group] : groups) {
    std::string name = key.second.empty() ? object_names.of(key.first) : key.second;
    if (is_in_tree(key.first) && !name.empty()) {
      names.push_back(std::move(name));
      keys.push_back(key);
    }
  }
  SettledFindings settled;
  const auto settle = [&](std::size_t index, std::optional<std::string_view> bytes,
                          std::uint64_t /*size*/) {
    auto node = groups.extract(keys[index]);
    if (bytes) {
      node.mapped().text = std::string{*bytes};
    }
    settle_group(std::move(node.mapped()), settled);
  };
  if (!names.empty()) {
    if (auto read = changes.read_blobs(names, k_max_searched_bytes, settle); !read) {
      return fail(std::move(read.error()), "while reading the lines of findings");
    }
  }
  for (auto& [key, group] : groups) {
    settle_group(std::move(group), settled);
  }
  std::ranges::stable_sort(settled.findings, {}, &Finding::file);
  return settled;
}

}  // namespace pumuki::collect
