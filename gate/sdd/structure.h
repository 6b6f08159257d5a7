#pragma once

#include "gate/sdd/report.h"
#include "gate/sdd/spec_tree.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pumuki::sdd {

struct SpecIssue {
  enum class Level { Error, Warning };
  Level level = Level::Error;
  /// From the repository root.
  std::string path;
  /// Counted from 1; nothing when the whole file or folder is meant.
  std::optional<std::size_t> line;
  std::string message;
};

/// One change or one specification.
struct SpecItem {
  std::string id;
  bool is_change = true;
  std::vector<SpecIssue> issues;

  /// No error; warnings do not count.
  [[nodiscard]] bool valid() const;
};

/// Which items are looked at.
struct SpecSelection {
  std::set<std::string> changes;
  /// Capabilities, "a" or "area/a".
  std::set<std::string> specs;

  [[nodiscard]] bool empty() const { return changes.empty() && specs.empty(); }
};

/// Everything in the tree.
SpecSelection all_of(const SpecTree& tree);
/// What the paths belong to; it need not exist.
SpecSelection touched_by(const std::vector<std::string>& paths);

/// The structural rules that OpenSpec 1.x refuses changes and specifications for, read without
/// OpenSpec: deltas with their sections, requirements with text and scenarios, names that are used
/// once, no scenario lost, specifications with purpose and requirements. Missing SHALL or MUST is a
/// warning there and here. What is selected and not in the tree is passed over: a change that was
/// archived or removed leaves nothing to check.
std::vector<SpecItem> check_structure(const SpecTree& tree, const SpecSelection& selection);

/// Issues that a report lists of one item; the rest is counted in `omittedIssues`.
inline constexpr std::size_t k_max_listed_issues = 200;

Report count_items(const std::vector<SpecItem>& items);
/// {items:[{id,type,valid,issues:[{level,path,line?,message}],omittedIssues?}],summary:{totals},structural:true}:
/// the members of OpenSpec's own report that readers look at.
std::string structure_json(const std::vector<SpecItem>& items);

}  // namespace pumuki::sdd
