#include "gate/evidence/facets_suppressed.h"

#include "gate/evidence/facets_number.h"
#include "gate/evidence/facets_platform.h"
#include "gate/evidence/facets_share.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace pumuki::evidence {
namespace {

using State = MaybeText::State;

/// A piece of the key whose distinct values are counted.
enum class Part {
  None,
  Rule,
  File,
  Reason,
  ReplacedBy,
  /// replacementRuleId as text; absent is "undefined".
  Replacement,
  /// platform as text; absent is "undefined", null is "null".
  Platform,
  /// platform; absent and null are "".
  PlatformOrEmpty,
  PathPlatform,
  /// replacementRuleId, else replacedByRuleId.
  SubstituteId,
  Mode,
};

/// Which entries are counted. Replaced: replacementRuleId is not JSON null, so absent counts.
enum class Only {
  All,
  Replaced,
  NotReplaced,
  ReplacedOrNamed,
  NotReplacedNorNamed,
  NoSubstituteNorNamed,
  WithSubstituteId,
};

struct Count {
  std::string_view name;
  Only only;
  std::array<Part, 5> parts;
};

struct Alias {
  std::string_view name;
  std::string_view of;
};

struct Ratio {
  std::string_view name;
  std::string_view of;
  std::string_view whole;
};

using enum Part;
using enum Only;

constexpr std::array k_counts = std::to_array<Count>({
    {"rules_count", All, {Rule}},
    {"files_count", All, {File}},
    {"reasons_count", All, {Reason}},
    {"platforms_count", All, {PathPlatform}},
    {"replacement_rules_count", All, {ReplacedBy}},
    {"non_replacement_rules_count", NotReplaced, {Rule}},
    {"with_replacement_files_count", ReplacedOrNamed, {File}},
    {"without_replacement_files_count", NotReplacedNorNamed, {File}},
    {"non_replacement_files_count", NotReplaced, {File}},
    {"with_replacement_platforms_count", ReplacedOrNamed, {PlatformOrEmpty}},
    {"without_replacement_platforms_count", NoSubstituteNorNamed, {PlatformOrEmpty}},
    {"replacement_platforms_count", Replaced, {PlatformOrEmpty}},
    {"non_replacement_platforms_count", NotReplaced, {PlatformOrEmpty}},
    {"reasons_with_replacement_count", Replaced, {Reason}},
    {"reasons_without_replacement_count", NotReplaced, {Reason}},
    {"rule_file_pairs_count", All, {Rule, File}},
    {"platform_rule_pairs_count", All, {Platform, Rule}},
    {"platform_file_pairs_count", All, {Platform, File}},
    {"reason_platform_pairs_count", All, {Reason, Platform}},
    {"reason_file_pairs_count", All, {Reason, File}},
    {"replacement_rule_file_pairs_count", Replaced, {Replacement, File}},
    {"replacement_rule_platform_pairs_count", Replaced, {Replacement, Platform}},
    {"replacement_rule_reason_pairs_count", Replaced, {Replacement, Reason}},
    {"replacement_reason_file_pairs_count", Replaced, {Reason, File}},
    {"replacement_reason_platform_pairs_count", Replaced, {Reason, Platform}},
    {"non_replacement_rule_file_pairs_count", NotReplaced, {Rule, File}},
    {"non_replacement_rule_platform_pairs_count", NotReplaced, {Rule, Platform}},
    {"non_replacement_reason_file_pairs_count", NotReplaced, {Reason, File}},
    {"non_replacement_reason_platform_pairs_count", NotReplaced, {Reason, Platform}},
    {"replacement_rule_ids_count", WithSubstituteId, {SubstituteId}},
    {"replacement_rule_file_platform_triples_count", Replaced, {Replacement, File, Platform}},
    {"non_replacement_rule_file_platform_triples_count", NotReplaced, {Rule, File, Platform}},
    {"rule_file_platform_distinct_total_count", All, {Rule, File, Platform}},
    {"reason_rule_file_triples_count", All, {Reason, Rule, File}},
    {"replacement_reason_rule_file_triples_count", Replaced, {Reason, Rule, File}},
    {"non_replacement_reason_rule_file_triples_count", NotReplaced, {Reason, Rule, File}},
    {"reason_rule_platform_triples_count", All, {Reason, Rule, Platform}},
    {"replacement_reason_rule_platform_triples_count", Replaced, {Reason, Rule, Platform}},
    {"non_replacement_reason_rule_platform_triples_count", NotReplaced, {Reason, Rule, Platform}},
    {"reason_file_platform_triples_count", All, {Reason, File, Platform}},
    {"reason_rule_file_platform_quadruples_count", All, {Reason, Rule, File, Platform}},
    {"replacement_reason_rule_file_platform_quadruples_count",
     Replaced,
     {Reason, Rule, File, Platform}},
    {"non_replacement_reason_rule_file_platform_quadruples_count",
     NotReplaced,
     {Reason, Rule, File, Platform}},
    {"reason_rule_file_platform_replacement_split_count",
     All,
     {Reason, Rule, File, Platform, Mode}},
});

constexpr std::array k_aliases = std::to_array<Alias>({
    {"replacement_reasons_count", "reasons_with_replacement_count"},
    {"non_replacement_reasons_count", "reasons_without_replacement_count"},
    {"replacement_rule_file_platform_distinct_count",
     "replacement_rule_file_platform_triples_count"},
    {"non_replacement_rule_file_platform_distinct_count",
     "non_replacement_rule_file_platform_triples_count"},
});

constexpr std::array k_ratios = std::to_array<Ratio>({
    {"with_replacement_files_ratio_pct", "with_replacement_files_count", "files_count"},
    {"replacement_files_ratio_pct", "with_replacement_files_count", "files_count"},
    {"without_replacement_files_ratio_pct", "without_replacement_files_count", "files_count"},
    {"non_replacement_files_ratio_pct", "non_replacement_files_count", "files_count"},
    {"with_replacement_platforms_ratio_pct", "with_replacement_platforms_count", "platforms_count"},
    {"without_replacement_platforms_ratio_pct", "without_replacement_platforms_count",
     "platforms_count"},
    {"replacement_platforms_ratio_pct", "replacement_platforms_count", "platforms_count"},
    {"non_replacement_platforms_ratio_pct", "non_replacement_platforms_count", "platforms_count"},
    {"replacement_rules_ratio_pct", "replacement_rules_count", "rules_count"},
    {"non_replacement_rules_ratio_pct", "non_replacement_rules_count", "rules_count"},
    {"reasons_with_replacement_ratio_pct", "reasons_with_replacement_count", "reasons_count"},
    {"reasons_without_replacement_ratio_pct", "reasons_without_replacement_count", "reasons_count"},
    {"replacement_rule_file_pairs_ratio_pct", "replacement_rule_file_pairs_count",
     "rule_file_pairs_count"},
    {"non_replacement_rule_file_pairs_ratio_pct", "non_replacement_rule_file_pairs_count",
     "rule_file_pairs_count"},
    {"replacement_rule_platform_pairs_ratio_pct", "replacement_rule_platform_pairs_count",
     "platform_rule_pairs_count"},
    {"non_replacement_rule_platform_pairs_ratio_pct", "non_replacement_rule_platform_pairs_count",
     "platform_rule_pairs_count"},
});

bool is_replaced(const SuppressedRow& row) { return row.replacement.state != State::Null; }

bool counts(const SuppressedRow& row, Only only) {
  switch (only) {
    case All:
      return true;
    case Replaced:
      return is_replaced(row);
    case NotReplaced:
      return !is_replaced(row);
    case ReplacedOrNamed:
      return is_replaced(row) || !row.replaced_by.empty();
    case NotReplacedNorNamed:
      return !is_replaced(row) && row.replaced_by.empty();
    case NoSubstituteNorNamed:
      return row.replacement.state != State::Text && row.replaced_by.empty();
    case WithSubstituteId:
      return row.replacement.state == State::Text ? !row.replacement.text.empty()
                                                  : !row.replaced_by.empty();
  }
  return false;
}

/// How ECMAScript joins a value into a text.
std::string_view joined(const MaybeText& maybe) {
  switch (maybe.state) {
    case State::Absent:
      return "undefined";
    case State::Null:
      return "null";
    case State::Text:
      return maybe.text;
  }
  return {};
}

std::string_view part_text(const SuppressedRow& row, Part part) {
  switch (part) {
    case None:
      return {};
    case Rule:
      return row.rule_id;
    case File:
      return row.file;
    case Reason:
      return row.reason;
    case ReplacedBy:
      return row.replaced_by;
    case Replacement:
      return joined(row.replacement);
    case Platform:
      return joined(row.platform);
    case PlatformOrEmpty:
      return row.platform.state == State::Text ? row.platform.text : std::string_view{};
    case PathPlatform:
      return file_platform_text(file_platform(row.file));
    case SubstituteId:
      return row.replacement.state == State::Text ? row.replacement.text : row.replaced_by;
    case Mode:
      return is_replaced(row) ? "Y" : "N";
  }
  return {};
}

/// Tuples are compared as texts joined with ':', so ("a:b", "c") equals ("a", "b:c").
void make_key(std::string& key, const SuppressedRow& row, const std::array<Part, 5>& parts) {
  key.clear();
  for (const Part part : parts) {
    if (part == None) {
      break;
    }
    if (part != parts.front()) {
      key += ':';
    }
    key += part_text(row, part);
  }
}

double count_distinct(const std::vector<SuppressedRow>& rows, const Count& count) {
  std::unordered_set<std::string> seen;
  std::string key;
  for (const SuppressedRow& row : rows) {
    if (counts(row, count.only)) {
      make_key(key, row, count.parts);
      seen.insert(key);
    }
  }
  return static_cast<double>(seen.size());
}

}  // namespace

SuppressedNumbers::SuppressedNumbers(const std::vector<SuppressedRow>& rows,
                                     std::size_t findings_count) {
  const auto add = [this](std::string_view name, double value) {
    numbers_.push_back({name, value});
  };
  for (const Count& count : k_counts) {
    add(count.name, count_distinct(rows, count));
  }
  for (const Alias& alias : k_aliases) {
    add(alias.name, get(alias.of));
  }
  for (const Ratio& ratio : k_ratios) {
    add(ratio.name, percent(get(ratio.of), get(ratio.whole)));
  }
  const auto size = static_cast<double>(rows.size());
  const auto with = static_cast<double>(std::ranges::count_if(rows, is_replaced));
  const double without = size - with;
  add("with_replacement_count", with);
  add("without_replacement_count", without);
  add("with_replacement_ratio_pct", percent(with, size));
  add("without_replacement_ratio_pct", percent(without, size));
  add("non_replacement_ratio_pct", percent(without, size));
  add("finding_coverage_ratio_pct", percent(size, size + static_cast<double>(findings_count)));
  add("reasons_coverage_ratio_pct", percent(get("reasons_count"), size));
  // A quadruple seen in both modes makes two split values.
  add("reason_rule_file_platform_replacement_dual_mode_count",
      get("replacement_reason_rule_file_platform_quadruples_count") +
          get("non_replacement_reason_rule_file_platform_quadruples_count") -
          get("reason_rule_file_platform_quadruples_count"));
  const double any_with = with > 0 ? 1 : 0;
  const double any_without = without > 0 ? 1 : 0;
  add("replacement_split_mode_replacement_count", any_with);
  add("replacement_split_mode_non_replacement_count", any_without);
  add("replacement_split_modes_count", any_with + any_without);
}

double SuppressedNumbers::get(std::string_view name) const {
  const auto found = std::ranges::find(numbers_, name, &NamedNumber::name);
  return found == numbers_.end() ? 0 : found->value;
}

ReplacementShare SuppressedNumbers::share() const {
  return {get("replacement_rule_file_platform_triples_count"),
          get("non_replacement_rule_file_platform_triples_count"),
          get("rule_file_platform_distinct_total_count")};
}

FacetList suppressed_facets(const std::vector<SuppressedRow>& rows, std::size_t findings_count) {
  const SuppressedNumbers numbers{rows, findings_count};
  FacetList list;
  for (const NamedNumber& number : numbers.all()) {
    add_facet(list, "suppressed_" + std::string{number.name}, number.value);
  }
  add_share_facets(list, numbers.share());
  return list;
}

}  // namespace pumuki::evidence
