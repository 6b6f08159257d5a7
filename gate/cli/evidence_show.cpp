#include "gate/cli/evidence_show.h"

#include "gate/core/json_writer.h"
#include "gate/evidence/canonical.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>
#include <map>

namespace pumuki::cli {
namespace {

using evidence::FindingRow;
using evidence::Kind;
using evidence::Summary;

constexpr std::size_t k_most_findings = 20;

std::string reason_of(const Summary& summary) {
  return summary.kind == Kind::Missing ? "there is no such file" : summary.reason;
}

std::string place_of(const FindingRow& row) {
  std::string place{row.file};
  const std::string_view line = row.lines_text.substr(0, row.lines_text.find(','));
  return line.empty() ? place : place + ":" + std::string{line};
}

std::string counts(const std::vector<FindingRow>& rows) {
  std::map<std::string_view, std::size_t> by_severity;
  for (const FindingRow& row : rows) {
    ++by_severity[row.severity];
  }
  std::string text = std::to_string(rows.size()) + (rows.size() == 1 ? " finding" : " findings");
  for (const auto& [severity, count] : by_severity) {
    text += "  " + verdict::printable(std::string{severity}) + " " + std::to_string(count);
  }
  return text + "\n";
}

}  // namespace

std::string evidence_document(const evidence::Loaded& loaded) {
  const Summary& summary = loaded.summary;
  std::string text;
  if (summary.kind == Kind::Valid && evidence::append_canonical(text, loaded.collections.buffer)) {
    return text + "\n";
  }
  JsonWriter json;
  json.begin_object()
      .member("path", summary.path)
      .member("valid", false)
      .member("exists", summary.kind != Kind::Missing)
      .member("reason", reason_of(summary))
      .end_object();
  return json.take() + "\n";
}

std::string evidence_text(const evidence::Loaded& loaded) {
  const Summary& summary = loaded.summary;
  if (summary.kind != Kind::Valid) {
    return verdict::printable(summary.path) + ": " + verdict::printable(reason_of(summary)) + "\n";
  }
  const auto& facts = summary.facts;
  std::string text = verdict::printable(
      facts.snapshot_stage.value_or("-") + " " + facts.snapshot_outcome.value_or("-") + "  gate " +
      facts.ai_gate_status.value_or("-") + "  " + summary.timestamp.value_or("-"));
  const auto& rows = loaded.collections.findings;
  text += "\n" + counts(rows);
  const std::size_t shown = std::min(rows.size(), k_most_findings);
  for (std::size_t i = 0; i < shown; ++i) {
    const FindingRow& row = rows[i];
    text += verdict::printable(place_of(row) + "  " + std::string{row.rule_id} + "  " +
                               std::string{row.severity} + "  " + std::string{row.message}) +
            "\n";
  }
  if (shown < rows.size()) {
    text += "and " + std::to_string(rows.size() - shown) + " more: pumuki evidence show --json\n";
  }
  return text;
}

}  // namespace pumuki::cli
