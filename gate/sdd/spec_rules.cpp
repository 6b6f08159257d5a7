#include "gate/core/text.h"
#include "gate/sdd/change_rules.h"
#include "gate/sdd/delta.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pumuki::sdd {
namespace {

using Issues = std::vector<SpecIssue>;

/// The rules of one specification.
class SpecCheck {
 public:
  SpecCheck(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {}

  Issues run() {
    check_purpose();
    check_requirements();
    check_headings();
    return std::move(issues_);
  }

 private:
  void error(std::optional<std::size_t> line, std::string message) {
    issues_.push_back({SpecIssue::Level::Error, path_, line, std::move(message)});
  }

  /// The first heading with that title, of any level.
  [[nodiscard]] std::optional<std::size_t> find_heading(std::string_view title) const {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const auto heading = text_.heading(at);
      if (heading && ascii_lower(heading->title) == title) {
        return at;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t end_of(std::size_t heading) const {
    return text_.section_end(heading, text_.size());
  }

  /// Lines of the headings directly below the section at `heading`.
  [[nodiscard]] std::vector<std::size_t> children(std::size_t heading) const {
    std::vector<std::size_t> lines;
    const std::size_t end = end_of(heading);
    std::size_t at = heading + 1;
    while (at < end) {
      const auto found = text_.heading(at);
      if (found && !found->title.empty()) {
        lines.push_back(at);
        at = text_.section_end(at, end);
      } else {
        ++at;
      }
    }
    return lines;
  }

  void check_purpose() {
    const auto purpose = find_heading("purpose");
    if (!purpose || !text_.has_text(*purpose + 1, end_of(*purpose))) {
      error({}, "The specification has no text below \"## Purpose\".");
    }
  }

  void check_requirements() {
    const auto section = find_heading("requirements");
    if (!section) {
      error({}, "The specification has no section \"## Requirements\".");
      return;
    }
    const auto requirements = children(*section);
    if (requirements.empty()) {
      error(*section + 1, "The section names no requirement.");
    }
    for (const std::size_t requirement : requirements) {
      const auto scenarios = children(requirement);
      if (std::ranges::none_of(scenarios, [&](std::size_t scenario) {
            return text_.has_text(scenario + 1, end_of(scenario));
          })) {
        error(requirement + 1,
              "The requirement has no scenario; add \"#### Scenario: NAME\" with "
              "its steps.");
      }
    }
    for (const Requirement& block : requirements_in(text_, *section + 1, end_of(*section))) {
      if (!block.has_text) {
        error(block.line, quoted(block.name) + " says nothing below its heading.");
      } else if (!block.is_normative) {
        issues_.push_back({SpecIssue::Level::Warning, path_, block.line,
                           quoted(block.name) + " has neither SHALL nor MUST."});
      }
    }
  }

  /// Delta sections do not belong here, and requirements only in their section, each name once.
  void check_headings() {
    const Delta delta = parse_delta(text_);
    if (delta.has_sections) {
      error({}, "ADDED, MODIFIED, REMOVED and RENAMED sections belong into a change.");
    }
    const auto section = find_heading("requirements");
    const std::size_t begin = section.value_or(text_.size());
    const std::size_t end = section ? end_of(*section) : text_.size();
    std::set<std::string> seen;
    for (const Requirement& block : requirements_in(text_, 0, text_.size())) {
      if (block.line <= begin || block.line > end) {
        error(block.line, quoted(block.name) + " stands outside the section \"## Requirements\".");
      } else if (!seen.insert(block.name).second) {
        error(block.line, quoted(block.name) + " is there twice.");
      }
    }
  }

  std::string path_;
  Markdown text_;
  Issues issues_;
};

}  // namespace

std::vector<SpecIssue> check_spec(const std::string& path, std::string_view text) {
  return SpecCheck{path, text}.run();
}

}  // namespace pumuki::sdd
