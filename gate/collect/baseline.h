#pragma once

#include "gate/core/clock.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/evidence/finding.h"
#include "gate/policy/gate_config.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// The text of one file of the judged tree; nothing when there is none (a location outside, a
/// binary or huge file).
using FileText = std::function<std::optional<std::string>(const std::string& path)>;

/// Fills `fingerprint` of every finding: 32 hex digits of a digest over rule, path, the text of its
/// lines without their white space at both ends (of the message when there are no lines), and the
/// ordinal among equals in file order. Never over a line number (contract: gate-cli §10).
void add_fingerprints(std::vector<evidence::Finding>& findings, const FileText& text_of);

/// Old debt: the fingerprints of a baseline file with what they stand for.
struct BaselineEntry {
  std::string fingerprint;
  std::string rule_id;
  std::string file;
};

/// Empty when the file is absent. Errors NotJson, WrongShape with the position (contract: gate-cli
/// §11, ruling 7).
Result<std::vector<BaselineEntry>> read_baseline(const std::string& root,
                                                 const std::string& relative_path);
/// Sorted, one entry a line, so that merges work; written atomically.
Result<void> write_baseline(const std::string& root, const std::string& relative_path,
                            std::vector<BaselineEntry> entries);

/// One entry of the waiver file (contract: gate §15, gate-cli §10). `rule`, `path` (a
/// glob) and `fingerprint` narrow it to findings; without any of them it waives the whole stage.
struct Waiver {
  std::string id;
  Stage stage = Stage::PreCommit;
  std::string reason;
  std::string owner;
  TimeMs approved_at = 0;
  TimeMs expires_at = 0;
  std::optional<std::string> branch;
  std::optional<std::string> rule;
  std::optional<std::string> path;
  std::optional<std::string> fingerprint;
};

/// No rule, path or fingerprint narrows it.
bool is_whole_stage(const Waiver& waiver);

/// Empty when the file is absent. A waiver without owner, reason or expiry is WrongShape.
Result<std::vector<Waiver>> read_waivers(const std::string& root, const std::string& relative_path);

/// Marks old debt (`in_baseline`, `blocking` false) and waived findings (`waiver_id`, `blocking`
/// false) by the narrowed waivers that are alive at `now` for this stage and branch.
void apply_exceptions(std::vector<evidence::Finding>& findings,
                      const std::vector<BaselineEntry>& baseline,
                      const std::vector<Waiver>& waivers, Stage stage,
                      const std::optional<std::string>& branch, TimeMs now);

}  // namespace pumuki::collect
