#include "gate/core/text.h"
#include "tests/contract/case_table.h"
#include "tests/contract/table_json.h"
#include "tests/support/temp_dir.h"

#include <nlohmann/json.hpp>

#include <array>
#include <stdexcept>

namespace pumuki::contract {
namespace {

using Json = nlohmann::ordered_json;

/// "10-11,9" → 10, 11, 9
std::vector<std::size_t> positions(const std::string& text) {
  std::vector<std::size_t> result;
  for (const std::string_view part : split(text, ',')) {
    const auto ends = split(part, '-');
    const std::size_t first = std::stoul(std::string{ends.front()});
    const std::size_t last = std::stoul(std::string{ends.back()});
    for (std::size_t at = first; at <= last; ++at) {
      result.push_back(at);
    }
  }
  return result;
}

/// Applies the members drop, pick and set of a row to its base.
Json patched(Json document, const Json& row) {
  if (row.contains("pick")) {
    for (const auto& [pointer, text] : row.at("pick").items()) {
      Json& list = document.at(Json::json_pointer{pointer});
      Json chosen = Json::array();
      for (const std::size_t at : positions(text.get<std::string>())) {
        chosen.push_back(list.at(at));
      }
      list = std::move(chosen);
    }
  }
  if (row.contains("set")) {
    for (const auto& [pointer, value] : row.at("set").items()) {
      document[Json::json_pointer{pointer}] = value;
    }
  }
  if (row.contains("drop")) {
    for (const auto& pointer : row.at("drop")) {
      const Json::json_pointer place{pointer.get<std::string>()};
      document.at(place.parent_pointer()).erase(place.back());
    }
  }
  return document;
}

std::string decode_base64(const std::string& text) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned value = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = k_digits.find(c);
    if (digit == std::string_view::npos) {
      break;
    }
    value = (value << 6U) | static_cast<unsigned>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<char>((value >> static_cast<unsigned>(bits)) & 0xFFU));
    }
  }
  return bytes;
}

class Tables {
 public:
  Tables() {
    for (const Json& row : read_table("fixtures")) {
      const auto& name = row.at("name").get_ref<const std::string&>();
      fixtures_.emplace_back(name, fixture_bytes(row));
    }
    for (Json& row : read_table("bases")) {
      if (row.contains("base")) {
        bases_[row.at("base").get<std::string>()] = std::move(row.at("body"));
      } else {
        ignored_[row.at("volatile").get<std::string>()] = row.at("pointers");
      }
    }
  }

  [[nodiscard]] const auto& fixtures() const { return fixtures_; }

  [[nodiscard]] const std::string& fixture(std::string_view wanted) const {
    for (const auto& [name, bytes] : fixtures_) {
      if (name == wanted) {
        return bytes;
      }
    }
    throw std::runtime_error{"no fixture " + std::string{wanted}};
  }

  /// A named body; fixture:NAME is the document itself, findings:NAME (rulesets, platforms, ledger)
  /// the page that lists all of its entries in file order.
  [[nodiscard]] Json base(const std::string& name) const {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos) {
      return bases_.at(name);
    }
    const std::string kind = name.substr(0, colon);
    const Json document = parse_tolerant(fixture(name.substr(colon + 1)));
    return kind == "fixture" ? document : page(kind, document);
  }

  [[nodiscard]] std::vector<std::string> pointers(const Json& names) const {
    std::vector<std::string> result;
    for (const auto& name : names) {
      const auto text = name.get<std::string>();
      if (!text.starts_with('@')) {
        result.push_back(text);
        continue;
      }
      for (const auto& pointer : ignored_.at(text.substr(1))) {
        result.push_back(pointer.get<std::string>());
      }
    }
    return result;
  }

 private:
  [[nodiscard]] std::string fixture_bytes(const Json& row) const {
    if (row.contains("text")) {
      return row.at("text").get<std::string>();
    }
    if (row.contains("base64")) {
      return decode_base64(row.at("base64").get<std::string>());
    }
    if (row.contains("json")) {
      return row.at("json").dump(2) + '\n';
    }
    return patched(Json::parse(fixture(row.at("of").get<std::string>())), row).dump(2) + '\n';
  }

  static Json page(const std::string& kind, const Json& document) {
    Json result{{"version", document.at("version")}, {"timestamp", document.at("timestamp")}};
    const Json& items =
        kind == "findings" ? document.at("snapshot").at("findings") : document.at(kind);
    Json list = Json::array();
    for (const auto& [name, item] : items.items()) {
      list.push_back(kind == "platforms" ? platform(name, item) : item);
    }
    if (kind == "findings") {
      const Json& snapshot = document.at("snapshot");
      result["snapshot"] = {{"stage", snapshot.at("stage")}, {"outcome", snapshot.at("outcome")}};
      result["findings_count"] = list.size();
    }
    result["total_count"] = list.size();
    result["filters"] = filters(kind);
    result["pagination"] = {
        {"requested_limit", nullptr}, {"max_limit", 100}, {"limit", nullptr}, {"offset", 0}};
    result[kind] = std::move(list);
    return result;
  }

  static Json platform(const std::string& name, const Json& entry) {
    return {{"platform", name},
            {"detected", entry.at("detected")},
            {"confidence", entry.at("confidence")}};
  }

  static Json filters(const std::string& kind) {
    if (kind == "findings") {
      return {{"severity", nullptr}, {"ruleId", nullptr}, {"platform", nullptr}};
    }
    if (kind == "rulesets") {
      return {{"platform", nullptr}, {"bundle", nullptr}};
    }
    if (kind == "platforms") {
      return {{"detectedOnly", true}, {"confidence", nullptr}};
    }
    return {{"lastSeenAfter", nullptr}, {"lastSeenBefore", nullptr}};
  }

  std::vector<std::pair<std::string, std::string>> fixtures_;
  std::map<std::string, Json> bases_;
  std::map<std::string, Json> ignored_;
};

std::vector<std::pair<std::string, std::string>> texts(const Json& row, const char* member) {
  std::vector<std::pair<std::string, std::string>> result;
  if (row.contains(member)) {
    for (const auto& [name, value] : row.at(member).items()) {
      result.emplace_back(name, value.get<std::string>());
    }
  }
  return result;
}

Request request_of(const Json& row) {
  Request request{row.value("method", "GET"), row.value("target", ""), texts(row, "headers"), {}};
  if (!row.contains("send")) {
    return request;
  }
  const Json& body = row.at("send");
  if (body.is_string()) {
    request.body = body.get<std::string>();
  } else {
    request.body = body.dump();
    request.headers.emplace_back("Content-Type", "application/json");
  }
  return request;
}

std::vector<std::string> arguments_of(const Json& options) {
  std::vector<std::string> result{"--stage", options.at("stage").get<std::string>()};
  if (options.value("require_mcp_receipt", false)) {
    result.emplace_back("--require-mcp-receipt");
  }
  if (options.contains("max_age_seconds")) {
    for (const auto& [stage, seconds] : options.at("max_age_seconds").items()) {
      result.insert(result.end(), {"--max-age", stage + '=' + seconds.dump()});
    }
  }
  if (options.contains("protected_branches")) {
    result.insert(result.end(),
                  {"--protected-branches",
                   join(options.at("protected_branches").get<std::vector<std::string>>(), ",")});
  }
  const Json hygiene = options.value("worktree_hygiene", Json::object());
  for (const char* name : {"warn", "block"}) {
    const std::string member = std::string{name} + "_threshold";
    if (hygiene.contains(member)) {
      result.insert(result.end(), {std::string{"--worktree-"} + name, hygiene.at(member).dump()});
    }
  }
  return result;
}

std::optional<std::string> body_of(const Json& row, const Tables& tables) {
  if (row.contains("base")) {
    return patched(tables.base(row.at("base").get<std::string>()), row).dump();
  }
  return row.contains("body") ? std::optional{row.at("body").dump()} : std::nullopt;
}

Case case_of(const Json& row, const Tables& tables) {
  Case result;
  result.name = row.at("name").get<std::string>();
  Setting& setting = result.setting;
  if (row.contains("fixture")) {
    setting.evidence = tables.fixture(row.at("fixture").get<std::string>());
  }
  setting.recipe = row.value("repository", "empty");
  setting.cwd = row.value("cwd", "");
  setting.environment = texts(row, "env");
  result.group =
      Json{row.value("fixture", ""), setting.recipe, setting.cwd, row.value("env", Json::object()),
           row.value("fresh", false) ? result.name : ""}
          .dump();
  result.request = request_of(row);
  if (row.contains("evaluate")) {
    result.arguments = arguments_of(row.at("evaluate"));
  }
  result.status = row.value("status", 200);
  result.empty_body = row.value("empty", false);
  result.body = body_of(row, tables);
  result.ignored = tables.pointers(row.value("volatile", Json::array()));
  return result;
}

}  // namespace

std::string_view name_of(Area area) {
  constexpr std::array<std::string_view, 4> k_names{"Evidence", "Enterprise", "Gate", "Evaluate"};
  return k_names.at(static_cast<std::size_t>(area));
}

std::vector<Case> load_cases(Area area) {
  const Tables tables;
  std::vector<Case> result;
  for (const Json& row : read_table(ascii_lower(name_of(area)))) {
    try {
      result.push_back(case_of(row, tables));
    } catch (const std::exception& error) {
      throw std::runtime_error{row.value("name", "?") + ": " + error.what()};
    }
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> load_fixtures() { return Tables{}.fixtures(); }

}  // namespace pumuki::contract
