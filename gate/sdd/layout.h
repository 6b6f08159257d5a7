#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// Where a change is (contract: sdd-and-lifecycle §2 rows 11 and 12, §3).
enum class ChangeState { Missing, Active, Archived };

/// The repository has an entry `openspec`, a file or a folder.
bool has_openspec_project(const std::string& root);

/// Ids of the folders directly below openspec/changes, lower-cased and sorted, without `archive`
/// and without names that are no change id.
std::vector<std::string> active_changes(const std::string& root);

/// An undated archive folder decides before everything else; a dated one (YYYY-MM-DD-ID, as
/// OpenSpec archives) only when there is no active folder, since an id may be used again. A text
/// that is no change id is never looked up: missing.
ChangeState change_state(const std::string& root, std::string_view id);

/// Relative path of a change's folder.
std::string change_path(std::string_view id);

/// What the change lacks under the completeness rule, in the order of the contract: names of files,
/// or "scenario.feature#Feature", "#Scenario", "#readable". `id` must be a change id.
std::vector<std::string> missing_requirements(const std::string& root, std::string_view id);

}  // namespace pumuki::sdd
