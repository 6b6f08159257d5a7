#include "gate/evidence/query.h"

#include "gate/evidence/query_text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace pumuki::evidence {
namespace {

PageQuery page_query(const Parameters& parameters) {
  return {whole_number(parameters("limit")), whole_number(parameters("offset")).value_or(0)};
}

}  // namespace

std::optional<std::string> token(const std::optional<std::string>& value) {
  if (!value) {
    return std::nullopt;
  }
  std::string text = lower_case(trim_white_space(*value));
  return text.empty() ? std::nullopt : std::optional{std::move(text)};
}

std::optional<double> whole_number(const std::optional<std::string>& value) {
  if (!value) {
    return std::nullopt;
  }
  const std::string_view text = trim_white_space(*value);
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} ? number : std::numeric_limits<double>::infinity();
}

std::optional<bool> boolean(const std::optional<std::string>& value) {
  const auto text = token(value);
  if (text == "1" || text == "true" || text == "yes" || text == "on") {
    return true;
  }
  if (text == "0" || text == "false" || text == "no" || text == "off") {
    return false;
  }
  return std::nullopt;
}

FindingsQuery findings_query(const Parameters& parameters) {
  return {token(parameters("severity")), token(parameters("ruleId")), token(parameters("platform")),
          page_query(parameters)};
}

RulesetsQuery rulesets_query(const Parameters& parameters) {
  return {token(parameters("platform")), token(parameters("bundle")), page_query(parameters)};
}

PlatformsQuery platforms_query(const Parameters& parameters) {
  return {boolean(parameters("detectedOnly")).value_or(true), token(parameters("confidence")),
          page_query(parameters)};
}

LedgerQuery ledger_query(const Parameters& parameters) {
  return {token(parameters("lastSeenAfter")), token(parameters("lastSeenBefore")),
          page_query(parameters)};
}

bool wants_consolidation(const Parameters& parameters) {
  const auto view = token(parameters("view"));
  if (view == "compact" || view == "full") {
    return view == "full";
  }
  return boolean(parameters("includeSuppressed")).value_or(true);
}

}  // namespace pumuki::evidence
