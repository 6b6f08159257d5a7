#include "gate/sdd/change_rules.h"

#include "gate/core/text.h"
#include "gate/sdd/delta.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace pumuki::sdd {
namespace {

using Issues = std::vector<SpecIssue>;

constexpr std::string_view k_changes = "openspec/changes/";
constexpr std::string_view k_main_specs = "openspec/specs/";
constexpr std::string_view k_spec_name = "/spec.md";

/// Without regard to case and to how many blanks stand between words: near misses of a name.
std::string folded(std::string_view name) {
  std::string plain;
  for (const char c : ascii_lower(trim(name))) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || !plain.ends_with(' ')) {
      plain += blank ? ' ' : c;
    }
  }
  return plain;
}

/// The rules of one delta file.
class DeltaCheck {
 public:
  DeltaCheck(std::string path, const Delta& delta, const std::string* main_spec, Issues& issues)
      : path_(std::move(path)), delta_(delta), main_spec_(main_spec), issues_(issues) {}

  void run() {
    for (const Requirement& outside : delta_.outside) {
      warn(outside.line, "Requirement " + quoted(outside.name) +
                             " stands outside the ADDED, MODIFIED, REMOVED and RENAMED sections "
                             "and has no effect.");
    }
    for (const std::size_t line : delta_.unpaired) {
      error(line, "A rename needs a FROM: line and its TO: line directly after it.");
    }
    if (delta_.entries() == 0) {
      error({}, delta_.has_sections
                    ? "The delta sections name no requirement; start each one with "
                      "\"### Requirement: NAME\"."
                    : "There is no delta section; add \"## ADDED Requirements\" or another.");
    }
    check_blocks("ADDED", delta_.added);
    check_blocks("MODIFIED", delta_.modified);
    check_repeats();
    check_conflicts();
    check_lost_scenarios();
  }

 private:
  using Line = std::optional<std::size_t>;
  using Names = std::set<std::string>;

  static Names as_set(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
  }

  void error(Line line, std::string message) {
    issues_.push_back({SpecIssue::Level::Error, path_, line, std::move(message)});
  }
  void warn(Line line, std::string message) {
    issues_.push_back({SpecIssue::Level::Warning, path_, line, std::move(message)});
  }

  void check_blocks(std::string_view section, const std::vector<Requirement>& blocks) {
    for (const Requirement& block : blocks) {
      const std::string who = std::string{section} + " " + quoted(block.name);
      if (!block.has_text) {
        error(block.line, who + " says nothing below its heading.");
      } else if (!block.is_normative) {
        warn(block.line, who + " has neither SHALL nor MUST.");
      }
      if (block.filled_scenarios == 0) {
        error(block.line, who + " has no scenario; add \"#### Scenario: NAME\" with its steps.");
      }
    }
  }

  void check_repeats() {
    repeated("ADDED", names_of(delta_.added));
    repeated("MODIFIED", names_of(delta_.modified));
    repeated("REMOVED", delta_.removed);
    std::vector<std::string> from;
    std::vector<std::string> to;
    for (const Rename& rename : delta_.renamed) {
      from.push_back(rename.from);
      to.push_back(rename.to);
    }
    repeated("RENAMED FROM", from);
    repeated("RENAMED TO", to);
  }

  static std::vector<std::string> names_of(const std::vector<Requirement>& blocks) {
    std::vector<std::string> names;
    for (const Requirement& block : blocks) {
      names.push_back(block.name);
    }
    return names;
  }

  void repeated(std::string_view section, const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names) {
      if (!seen.insert(name).second) {
        error({}, std::string{section} + " names " + quoted(name) + " twice.");
      }
    }
  }

  void check_conflicts() {
    const Names added = as_set(names_of(delta_.added));
    const Names modified = as_set(names_of(delta_.modified));
    const Names removed = as_set(delta_.removed);
    in_both("MODIFIED", modified, "REMOVED", removed);
    in_both("MODIFIED", modified, "ADDED", added);
    in_both("ADDED", added, "REMOVED", removed);
    Names removed_folded;
    for (const std::string& name : removed) {
      removed_folded.insert(folded(name));
    }
    for (const Rename& rename : delta_.renamed) {
      if (modified.contains(rename.from)) {
        error({}, "MODIFIED names " + quoted(rename.from) + ", which is renamed; use " +
                      quoted(rename.to) + ".");
      }
      if (added.contains(rename.to)) {
        error({}, quoted(rename.to) + " is added and is also the new name of another.");
      }
      if (removed_folded.contains(folded(rename.from))) {
        error({}, quoted(rename.from) + " is both renamed and removed.");
      }
    }
  }

  void in_both(std::string_view one, const Names& names, std::string_view other,
               const Names& others) {
    for (const std::string& name : names) {
      if (others.contains(name)) {
        error({},
              quoted(name) + " is both " + std::string{one} + " and " + std::string{other} + ".");
      }
    }
  }

  /// A MODIFIED block replaces the whole requirement, so a scenario it leaves out would be lost.
  void check_lost_scenarios() {
    if (main_spec_ == nullptr || delta_.modified.empty()) {
      return;
    }
    std::map<std::string, std::vector<std::string>> current;
    for (Requirement& requirement : main_requirements()) {
      current.insert_or_assign(std::move(requirement.name), std::move(requirement.scenarios));
    }
    std::set<std::string> renamed_away;
    for (const Rename& rename : delta_.renamed) {
      former_names_.emplace(rename.to, rename.from);
      renamed_away.insert(rename.from);
    }
    for (const Requirement& block : delta_.modified) {
      const auto* scenarios =
          renamed_away.contains(block.name) ? nullptr : current_scenarios(current, block.name);
      if (scenarios == nullptr) {
        continue;
      }
      for (const std::string& lost : missing_from(*scenarios, block.scenarios)) {
        error(block.line, "MODIFIED " + quoted(block.name) + " leaves out the scenario " +
                              quoted(lost) + " that the specification has.");
      }
    }
  }

  [[nodiscard]] std::vector<Requirement> main_requirements() const {
    const Markdown text{*main_spec_};
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto heading = text.heading(at);
      if (heading && heading->level == 2 && ascii_lower(heading->title) == "requirements") {
        return requirements_in(text, at + 1, text.section_end(at, text.size()));
      }
    }
    return {};
  }

  /// By the name, or by the names it had before the renames of this delta.
  [[nodiscard]] const std::vector<std::string>* current_scenarios(
      const std::map<std::string, std::vector<std::string>>& current,
      const std::string& name) const {
    std::set<std::string> seen;
    std::string at = name;
    while (seen.insert(at).second) {
      if (const auto found = current.find(at); found != current.end()) {
        return &found->second;
      }
      const auto before = former_names_.find(at);
      if (before == former_names_.end()) {
        return nullptr;
      }
      at = before->second;
    }
    return nullptr;
  }

  static std::vector<std::string> missing_from(const std::vector<std::string>& have,
                                               const std::vector<std::string>& offered) {
    std::multiset<std::string> rest{offered.begin(), offered.end()};
    std::vector<std::string> missing;
    for (const std::string& name : have) {
      if (const auto found = rest.find(name); found != rest.end()) {
        rest.erase(found);
      } else {
        missing.push_back(name);
      }
    }
    return missing;
  }

  std::string path_;
  const Delta& delta_;
  const std::string* main_spec_;
  Issues& issues_;
  /// New name -> old name.
  std::map<std::string, std::string> former_names_;
};

/// The rules of one change.
class ChangeCheck {
 public:
  ChangeCheck(const SpecTree& tree, const std::string& change)
      : tree_(tree), folder_(std::string{k_changes} + change), specs_(folder_ + "/specs") {}

  Issues run() {
    for (const std::string& path : tree_.below(specs_)) {
      check_file(path);
    }
    check_presence();
    return std::move(issues_);
  }

 private:
  void check_file(const std::string& path) {
    if (path.substr(specs_.size()).contains("/.")) {
      return;
    }
    has_files_ = true;
    const Markdown text{tree_.files.at(path)};
    const Delta delta = parse_delta(text);
    const std::string_view below = std::string_view{path}.substr(specs_.size());
    if (below == k_spec_name) {
      misplaced(path, "A delta belongs to a capability: specs/CAPABILITY/spec.md.");
      return;
    }
    if (!below.ends_with(k_spec_name)) {
      if (delta.has_sections) {
        misplaced(path, "Only files named spec.md are read as deltas.");
      }
      return;
    }
    entries_ += delta.entries();
    const auto main = tree_.files.find(std::string{k_main_specs} + std::string{below.substr(1)});
    DeltaCheck{path, delta, main == tree_.files.end() ? nullptr : &main->second, issues_}.run();
  }

  void misplaced(const std::string& path, std::string message) {
    misplaced_ = true;
    issues_.push_back({SpecIssue::Level::Error, path, {}, std::move(message)});
  }

  /// Top-level "skip_specs: true" in .openspec.yaml: the change says that it changes no
  /// specification.
  [[nodiscard]] bool skips_specs() const {
    const auto metadata = tree_.files.find(folder_ + "/.openspec.yaml");
    if (metadata == tree_.files.end()) {
      return false;
    }
    bool skips = false;
    bool has_schema = false;
    for (const std::string_view line : split(metadata->second, '\n')) {
      const std::string_view plain = trim(line.substr(0, line.find(" #")));
      skips = skips || (plain.starts_with("skip_specs:") && trim(plain.substr(11)) == "true" &&
                        line.front() == 's');
      has_schema = has_schema || (plain.starts_with("schema:") && plain.size() > 7);
    }
    return skips && has_schema;
  }

  void check_presence() {
    const bool skips = skips_specs();
    if (skips && has_files_) {
      issues_.push_back({SpecIssue::Level::Error,
                         folder_ + "/.openspec.yaml",
                         {},
                         "skip_specs is set, but there are files in specs/."});
    } else if (!skips && entries_ == 0 && !misplaced_) {
      issues_.push_back({SpecIssue::Level::Error,
                         folder_,
                         {},
                         "The change has no delta; add specs/CAPABILITY/spec.md."});
    }
  }

  const SpecTree& tree_;
  std::string folder_;
  std::string specs_;
  Issues issues_;
  std::size_t entries_ = 0;
  bool has_files_ = false;
  bool misplaced_ = false;
};

}  // namespace

std::string quoted(std::string_view name) { return '"' + std::string{name} + '"'; }

std::vector<SpecIssue> check_change(const SpecTree& tree, const std::string& change) {
  return ChangeCheck{tree, change}.run();
}

}  // namespace pumuki::sdd
