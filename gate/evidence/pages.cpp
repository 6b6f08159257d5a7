#include "gate/evidence/pages.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/pages_items.h"
#include "gate/evidence/pages_selection.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::evidence {
namespace {

void write_if_any(JsonWriter& writer, std::string_view name, std::string_view json) {
  if (!json.empty()) {
    writer.member_raw(name, json);
  }
}

void begin_body(JsonWriter& writer, const Index& index) {
  writer.begin_object().member("version", k_version);
  write_if_any(writer, "timestamp", index.timestamp_json);
}

void begin_snapshot(JsonWriter& writer, const Index& index) {
  writer.key("snapshot").begin_object();
  write_if_any(writer, "stage", index.stage_json);
  write_if_any(writer, "outcome", index.outcome_json);
}

/// The text up to the first item of the list `name`, which comes last.
std::string open_list(JsonWriter& writer, std::string_view name) {
  return writer.key(name).raw("[").take();
}

template <class Entry>
AnswerResult page_answer(const IndexPointer& index, const std::vector<Entry>& entries,
                         Selection selection, std::string prefix) {
  const std::size_t count = selection.page.size();
  const auto range = [&entries, page = std::move(selection.page)](std::size_t item) {
    const Entry& entry = entries[page[item]];
    return Range{entry.offset, entry.length};
  };
  return list_answer(index, {count, range}, std::move(prefix), "]}");
}

/// A filter against a column of table positions. A token that is not in the table matches nothing.
class PositionFilter {
 public:
  PositionFilter(const std::optional<std::string>& token, const TextTable& table)
      : active_(token.has_value()), position_(token ? table.find(*token) : std::nullopt) {}

  [[nodiscard]] bool accepts(std::optional<std::uint32_t> position) const {
    return !active_ || (position_ && position_ == position);
  }

 private:
  bool active_;
  std::optional<std::uint32_t> position_;
};

class PlatformFilter {
 public:
  explicit PlatformFilter(const std::optional<std::string>& token) : active_(token.has_value()) {
    constexpr std::array k_all{FilePlatform::Ios, FilePlatform::Backend, FilePlatform::Frontend,
                               FilePlatform::Android, FilePlatform::Generic};
    const auto* const found =
        std::ranges::find_if(k_all, [&](auto one) { return token == file_platform_text(one); });
    if (found != k_all.end()) {
      platform_ = *found;
    }
  }

  [[nodiscard]] bool accepts(FilePlatform platform) const {
    return !active_ || platform_ == platform;
  }

 private:
  bool active_;
  std::optional<FilePlatform> platform_;
};

Selection select_findings(const Index& index, const FindingsQuery& query) {
  if (!query.severity && !query.rule_id && !query.platform) {
    return select_page(index.findings.size(), query.page);
  }
  const PositionFilter severity{query.severity, index.severities};
  const PositionFilter rule{query.rule_id, index.rules};
  const PlatformFilter platform{query.platform};
  return select_page(index.findings, query.page, [&](const FindingEntry& entry) {
    return severity.accepts(entry.severity) && rule.accepts(entry.rule) &&
           platform.accepts(entry.platform);
  });
}

}  // namespace

AnswerResult snapshot_answer(const IndexPointer& index) {
  JsonWriter writer;
  begin_body(writer, *index);
  begin_snapshot(writer, *index);
  writer.member("findings_count", index->findings.size());
  const auto& entries = index->findings;
  const auto range = [&entries](std::size_t item) {
    return Range{entries[item].offset, entries[item].length};
  };
  return list_answer(index, {entries.size(), range}, open_list(writer, "findings"), "]}}");
}

AnswerResult findings_answer(const IndexPointer& index, const FindingsQuery& query) {
  Selection selection = select_findings(*index, query);
  JsonWriter writer;
  begin_body(writer, *index);
  begin_snapshot(writer, *index);
  writer.end_object();
  writer.member("findings_count", selection.page.size());
  writer.member("total_count", selection.total);
  writer.key("filters").begin_object();
  writer.member("severity", query.severity).member("ruleId", query.rule_id);
  writer.member("platform", query.platform).end_object();
  write_pagination(writer, query.page, selection);
  return page_answer(index, index->findings, std::move(selection), open_list(writer, "findings"));
}

AnswerResult rulesets_answer(const IndexPointer& index, const RulesetsQuery& query) {
  const PositionFilter platform{query.platform, index->ruleset_platforms};
  const PositionFilter bundle{query.bundle, index->ruleset_bundles};
  Selection selection = select_page(index->rulesets, query.page, [&](const RulesetEntry& entry) {
    return platform.accepts(entry.platform) && bundle.accepts(entry.bundle);
  });
  JsonWriter writer;
  begin_body(writer, *index);
  writer.member("total_count", selection.total);
  writer.key("filters").begin_object();
  writer.member("platform", query.platform).member("bundle", query.bundle).end_object();
  write_pagination(writer, query.page, selection);
  return page_answer(index, index->rulesets, std::move(selection), open_list(writer, "rulesets"));
}

AnswerResult platforms_answer(const IndexPointer& index, const PlatformsQuery& query) {
  const PositionFilter confidence{query.confidence, index->confidences};
  const Selection selection =
      select_page(index->platforms, query.page, [&](const PlatformEntry& entry) {
        return (entry.detected || !query.detected_only) && confidence.accepts(entry.confidence);
      });
  JsonWriter writer;
  begin_body(writer, *index);
  writer.member("total_count", selection.total);
  writer.key("filters").begin_object();
  writer.member("detectedOnly", query.detected_only);
  writer.member("confidence", query.confidence).end_object();
  write_pagination(writer, query.page, selection);
  writer.key("platforms").begin_array();
  for (const std::uint32_t position : selection.page) {
    writer.raw(index->platforms[position].json);
  }
  return whole_answer(writer.end_array().end_object().take());
}

AnswerResult ledger_answer(const IndexPointer& index, const LedgerQuery& query) {
  // Both bounds are inclusive and compared as text.
  const std::uint32_t first =
      query.last_seen_after ? index->last_seen.lower_bound(*query.last_seen_after) : 0;
  const std::uint32_t end = query.last_seen_before
                                ? index->last_seen.upper_bound(*query.last_seen_before)
                                : std::numeric_limits<std::uint32_t>::max();
  Selection selection = select_page(index->ledger, query.page, [&](const LedgerEntry& entry) {
    return entry.last_seen >= first && entry.last_seen < end;
  });
  JsonWriter writer;
  begin_body(writer, *index);
  writer.member("total_count", selection.total);
  writer.key("filters").begin_object();
  writer.member("lastSeenAfter", query.last_seen_after);
  writer.member("lastSeenBefore", query.last_seen_before).end_object();
  write_pagination(writer, query.page, selection);
  return page_answer(index, index->ledger, std::move(selection), open_list(writer, "ledger"));
}

}  // namespace pumuki::evidence
