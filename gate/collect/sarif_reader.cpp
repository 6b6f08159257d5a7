#include "gate/collect/format_readers.h"
#include "gate/collect/line_finder.h"
#include "gate/collect/sarif_message.h"
#include "gate/collect/sarif_parser.h"
#include "gate/collect/severity_table.h"

#include <algorithm>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "sarif";
constexpr std::string_view k_fail = "fail";
constexpr std::string_view k_default_level = "warning";

/// Turns the results of complete runs into findings.
class SarifFindings {
 public:
  explicit SarifFindings(ReportTaker& taker) : taker_(taker), lines_(taker.context().root) {}

  /// False for a result that is counted only.
  bool keep(const SarifResult& result) {
    if (result.is_suppressed()) {
      taker_.suppress();
      return false;
    }
    if (result.baseline_state == "absent") {
      taker_.drop("baseline-absent");
      return false;
    }
    if (!is_failure(result) && !severity_for_kind(result.kind)) {
      taker_.drop("kind-" + result.kind);
      return false;
    }
    if (kept_ > taker_.context().max_findings) {
      taker_.drop(k_over_limit);
      return false;
    }
    ++kept_;
    return true;
  }

  void finish(SarifRun& run) {
    const SarifComponent& driver = run.components.front();
    taker_.tool(driver.name,
                driver.semantic_version.empty() ? driver.version : driver.semantic_version);
    taker_.places().set_bases(std::move(run.bases));
    for (SarifResult& result : run.results) {
      take(run, result);
    }
  }

 private:
  static bool is_failure(const SarifResult& result) {
    return result.kind.empty() || result.kind == k_fail;
  }
  void take(const SarifRun& run, SarifResult& result);
  static const SarifComponent* component_of(const SarifRun& run, const SarifResult& result);
  static const SarifRule* rule_of(const SarifRun& run, const SarifResult& result);
  static Severity severity_of(const SarifRun& run, const SarifResult& result,
                              const SarifRule* rule);
  static const std::string* overridden_level(const SarifRun& run, const SarifRule* rule,
                                             const std::string& rule_id);
  MappedPlace place_of(const SarifRun& run, const SarifLocation& location);

  ReportTaker& taker_;
  LineFinder lines_;
  std::int64_t kept_ = 0;
};

const SarifComponent* SarifFindings::component_of(const SarifRun& run, const SarifResult& result) {
  const SarifRuleReference& reference = result.rule;
  if (reference.component >= 0) {
    // toolComponentReference.index counts the extensions; the driver is the one without an index
    const auto place = static_cast<std::size_t>(reference.component) + 1;
    return place < run.components.size() ? &run.components[place] : nullptr;
  }
  if (reference.component_guid.empty() && reference.component_name.empty()) {
    return &run.components.front();
  }
  const auto named = std::ranges::find_if(run.components, [&](const SarifComponent& one) {
    return reference.component_guid.empty() ? one.name == reference.component_name
                                            : one.guid == reference.component_guid;
  });
  return named == run.components.end() ? nullptr : &*named;
}

const SarifRule* SarifFindings::rule_of(const SarifRun& run, const SarifResult& result) {
  const SarifComponent* const component = component_of(run, result);
  if (component == nullptr) {
    return nullptr;
  }
  const std::vector<SarifRule>& rules = component->rules;
  const std::int64_t index = result.rule.index >= 0 ? result.rule.index : result.rule_index;
  if (index >= 0) {
    return std::cmp_less(index, rules.size()) ? &rules[static_cast<std::size_t>(index)] : nullptr;
  }
  const std::string& id = result.rule_id.empty() ? result.rule.id : result.rule_id;
  auto named = std::ranges::find(rules, id, &SarifRule::id);
  if (named == rules.end() && id.contains('/')) {
    // a hierarchical id is that of its rule with more behind it (3.27.5)
    named = std::ranges::find(rules, id.substr(0, id.rfind('/')), &SarifRule::id);
  }
  return named == rules.end() ? nullptr : &*named;
}

const std::string* SarifFindings::overridden_level(const SarifRun& run, const SarifRule* rule,
                                                   const std::string& rule_id) {
  for (const SarifOverride& one : run.overrides) {
    SarifResult named;
    named.rule = one.rule;
    const bool same = (!one.rule.id.empty() && one.rule.id == rule_id) ||
                      (rule != nullptr && rule_of(run, named) == rule);
    if (same && !one.level.empty()) {
      return &one.level;
    }
  }
  return nullptr;
}

Severity SarifFindings::severity_of(const SarifRun& run, const SarifResult& result,
                                    const SarifRule* rule) {
  if (!is_failure(result)) {
    return severity_for_kind(result.kind).value_or(Severity::Info);
  }
  const std::optional<double> score = result.score || rule == nullptr ? result.score : rule->score;
  if (const auto severity = score ? severity_for_score(*score) : std::nullopt) {
    return *severity;
  }
  if (!result.level.empty()) {
    return severity_for(k_format, result.level);
  }
  if (const std::string* level = overridden_level(run, rule, result.rule_id)) {
    return severity_for(k_format, *level);
  }
  const bool has_default = rule != nullptr && !rule->level.empty();
  return severity_for(k_format, has_default ? std::string_view{rule->level} : k_default_level);
}

MappedPlace SarifFindings::place_of(const SarifRun& run, const SarifLocation& location) {
  ReportedPlace place = location.place;
  if (place.uri.empty() && std::cmp_less(location.artifact, run.artifacts.size()) &&
      location.artifact >= 0) {
    place = run.artifacts[static_cast<std::size_t>(location.artifact)];
  }
  if (place.uri.empty() && location.artifact >= 0) {
    return {.file = "outside://artifacts/" + std::to_string(location.artifact), .mapped = false};
  }
  return taker_.places().map_uri(place);
}

void SarifFindings::take(const SarifRun& run, SarifResult& result) {
  const SarifRule* const rule = rule_of(run, result);
  ReportTaker::Told told;
  told.rule_id = !result.rule_id.empty()   ? result.rule_id
                 : !result.rule.id.empty() ? result.rule.id
                 : rule != nullptr         ? rule->id
                                           : std::string{};
  told.severity = severity_of(run, result, rule);
  told.message = sarif_message(result.message, rule, component_of(run, result));
  if (!result.location.logical_name.empty()) {
    told.message += " (" + result.location.logical_name + ")";
  }
  told.place = place_of(run, result.location);
  told.line = result.location.line;
  if (told.line < 1 && result.location.byte_offset >= 0 && told.place.mapped) {
    told.line = lines_.line_at(told.place.file, result.location.byte_offset).value_or(0);
  }
  if (rule != nullptr) {
    told.why = rule->short_text.empty() ? rule->full_text : rule->short_text;
  }
  told.expected_fix = std::move(result.fix);
  taker_.take(std::move(told));
}

}  // namespace

Result<void> read_sarif(ByteSource& source, ReportTaker& taker) {
  SarifFindings findings{taker};
  SarifParser parser{source,
                     {.keep = [&](const SarifResult& result) { return findings.keep(result); },
                      .finish = [&](SarifRun& run) { findings.finish(run); }}};
  auto read = read_json(source, parser, true);
  parser.finish();
  if (!read && read.error().code != Code::WrongShape) {
    return read;
  }
  return parser.fault() ? fail(*parser.fault()) : read;
}

}  // namespace pumuki::collect
