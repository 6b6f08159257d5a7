#include "gate/collect/report_taker.h"

#include "gate/core/text.h"

#include <algorithm>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_unnamed_rule = "unnamed-rule";
constexpr std::string_view k_cut_mark = "…";
constexpr std::size_t k_max_tool_bytes = 100;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The front of a text, at most `max_bytes`, that ends with a whole character.
std::string_view whole_characters(std::string_view text, std::size_t max_bytes) {
  constexpr std::size_t k_longest_tail = 3;
  std::size_t end = std::min(text.size(), max_bytes);
  for (std::size_t i = 0; i < k_longest_tail && end > 0 && end < text.size(); ++i) {
    if (!continues_character(text[end])) {
      break;
    }
    --end;
  }
  return text.substr(0, end);
}

bool is_space(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; }

}  // namespace

std::string tidy_text(std::string_view text, std::size_t max_bytes) {
  const std::string_view part = whole_characters(text, max_bytes);
  std::string tidy;
  for (const char c : part) {
    if (!is_space(c)) {
      tidy += c;
    } else if (!tidy.empty() && tidy.back() != ' ') {
      tidy += ' ';
    }
  }
  if (tidy.ends_with(' ')) {
    tidy.pop_back();
  }
  // Replacements are longer than what they replace, so the limit comes last.
  if (!is_valid_utf8(tidy)) {
    tidy = replace_invalid_utf8(tidy);
  }
  if (part.size() < text.size() || tidy.size() > max_bytes) {
    tidy.resize(whole_characters(tidy, max_bytes - k_cut_mark.size()).size());
    tidy += k_cut_mark;
  }
  return tidy;
}

std::string code_for_rule(std::string_view rule_id) {
  std::string code;
  for (const char c : ascii_upper(rule_id)) {
    const bool plain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      code += c;
    } else if (!code.empty() && code.back() != '_') {
      code += '_';
    }
  }
  if (code.ends_with('_')) {
    code.pop_back();
  }
  return code.empty() ? "FINDING" : code;
}

ReportTaker::ReportTaker(std::string_view format, const ReaderContext& context,
                         const FindingSink& sink)
    : format_(format), context_(context), sink_(sink), places_(context.root, context.base_folder) {}

void ReportTaker::take(Told told) {
  if (full()) {
    drop(k_over_limit);
    return;
  }
  ++summary_.taken;
  if (!told.place.mapped && told.place.file != evidence::Finding{}.file) {
    ++summary_.unmapped;
  }
  evidence::Finding finding;
  finding.rule_id = tidy_text(told.rule_id, k_max_rule_bytes);
  if (finding.rule_id.empty()) {
    finding.rule_id = k_unnamed_rule;
  }
  finding.severity = told.severity;
  finding.code = code_for_rule(finding.rule_id);
  finding.message = tidy_text(told.message, k_max_message_bytes);
  if (finding.message.empty()) {
    finding.message = finding.rule_id;
  }
  finding.file = std::move(told.place.file);
  if (told.line > 0) {
    finding.lines = {told.line};
  }
  finding.matched_by = summary_.tool;
  finding.source = "report:" + std::string{format_};
  if (!told.why.empty()) {
    finding.why = tidy_text(told.why, k_max_message_bytes);
  }
  if (!told.expected_fix.empty()) {
    finding.expected_fix = tidy_text(told.expected_fix, k_max_message_bytes);
  }
  sink_(std::move(finding));
}

void ReportTaker::drop(std::string_view reason, std::int64_t count) {
  auto& dropped = summary_.dropped;
  const auto known =
      std::ranges::find(dropped, reason, &decltype(summary_.dropped)::value_type::first);
  if (known != dropped.end()) {
    known->second += count;
  } else {
    dropped.emplace_back(reason, count);
  }
}

void ReportTaker::tool(std::string_view name, std::string_view version) {
  const std::string tidy = tidy_text(name, k_max_tool_bytes);
  if (summary_.tool.empty()) {
    summary_.tool = tidy;
    summary_.tool_version = tidy_text(version, k_max_tool_bytes);
    return;
  }
  const std::vector<std::string_view> names = split(summary_.tool, ',');
  if (std::ranges::find(names, tidy) == names.end() && summary_.tool.size() < k_max_rule_bytes) {
    summary_.tool += "," + tidy;
  }
}

}  // namespace pumuki::collect
