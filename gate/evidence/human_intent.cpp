#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/evidence/predecessor.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pumuki::evidence {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

std::optional<std::string> text_of(const object& intent, std::string_view name) {
  std::string_view text;
  if (intent.at_key(name).get(text) != simdjson::SUCCESS || trim(text).empty()) {
    return std::nullopt;
  }
  return std::string{trim(text)};
}

std::vector<std::string> texts_of(const object& intent, std::string_view name) {
  std::vector<std::string> texts;
  simdjson::dom::array list;
  if (intent.at_key(name).get(list) != simdjson::SUCCESS) {
    return texts;
  }
  for (const element item : list) {
    std::string_view text;
    if (item.get(text) != simdjson::SUCCESS) {
      continue;
    }
    std::string kept{trim(text)};
    if (!kept.empty() && std::ranges::find(texts, kept) == texts.end()) {
      texts.push_back(std::move(kept));
    }
  }
  return texts;
}

std::optional<TimeMs> time_of(const object& intent, std::string_view name) {
  const auto text = text_of(intent, name);
  return text ? parse_time(*text) : std::nullopt;
}

std::optional<std::string> time_text(const object& intent, std::string_view name) {
  const auto time = time_of(intent, name);
  return time ? std::optional{format_time(*time)} : std::nullopt;
}

std::string confidence_of(const object& intent) {
  static constexpr std::array<std::string_view, 3> k_levels{"high", "medium", "low"};
  const auto level = text_of(intent, "confidence_level");
  return level && std::ranges::find(k_levels, *level) != k_levels.end() ? *level : "unset";
}

std::int64_t count_of(const object& intent) {
  constexpr double k_most = 1e15;
  double count = 0;
  if (intent.at_key("preservation_count").get(count) != simdjson::SUCCESS || !(count > 0)) {
    return 0;
  }
  return static_cast<std::int64_t>(std::min(count, k_most));
}

std::string renewed(const object& intent, TimeMs now) {
  JsonWriter json;
  json.begin_object().member("primary_goal", text_of(intent, "primary_goal"));
  for (const std::string_view list : {"secondary_goals", "non_goals", "constraints"}) {
    json.member(list, texts_of(intent, list));
  }
  json.member("confidence_level", confidence_of(intent))
      .member("set_by", text_of(intent, "set_by"))
      .member("set_at", time_text(intent, "set_at"))
      .member("expires_at", time_text(intent, "expires_at"))
      .member("preserved_at", format_time(now))
      .member("preservation_count", count_of(intent) + 1)
      .optional_member("_hint", text_of(intent, "_hint"))
      .end_object();
  return json.take();
}

}  // namespace

std::string carried_intent(std::string_view previous_json, TimeMs now) {
  simdjson::dom::parser parser;
  object intent;
  if (previous_json.empty() ||
      parser.parse(previous_json.data(), previous_json.size()).get(intent) != simdjson::SUCCESS ||
      !time_of(intent, "preserved_at")) {
    return "null";
  }
  const auto expiry = time_of(intent, "expires_at");
  return expiry && *expiry <= now ? "null" : renewed(intent, now);
}

}  // namespace pumuki::evidence
