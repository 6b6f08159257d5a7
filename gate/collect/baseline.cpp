#include "gate/collect/baseline.h"

#include "gate/core/files.h"
#include "gate/core/json_fields.h"
#include "gate/core/json_writer.h"
#include "gate/core/path_json.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_version = "1";
constexpr std::size_t k_max_baseline_bytes = std::size_t{256} << 20;
constexpr std::size_t k_fingerprint_digits = 32;

bool is_fingerprint(std::string_view text) {
  return text.size() == k_fingerprint_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

BaselineEntry read_entry(JsonFields fields) {
  BaselineEntry entry{.fingerprint = fields.word("fingerprint").value_or(""),
                      .rule_id = fields.word("rule").value_or(""),
                      .file = fields.word("file").value_or("")};
  fields.text("file_b64");
  fields.require({"fingerprint", "rule", "file"});
  if (!is_fingerprint(entry.fingerprint)) {
    fields.fault("fingerprint", "must be 32 lower-case hex digits");
  }
  fields.refuse_others();
  return entry;
}

auto order_of(const BaselineEntry& entry) {
  return std::tie(entry.file, entry.rule_id, entry.fingerprint);
}

std::string entry_json(const BaselineEntry& entry) {
  JsonWriter json;
  json.begin_object().member("rule", entry.rule_id);
  write_path_member(json, "file", entry.file);
  json.member("fingerprint", entry.fingerprint).end_object();
  return std::string{json.text()};
}

Result<std::vector<BaselineEntry>> parse_baseline(std::string_view text) {
  const auto document = parse_json_tree(text);
  if (!document) {
    return fail(document.error());
  }
  JsonFaults faults{.text = text, .first = std::nullopt};
  JsonFields fields{*document, "", faults};
  fields.text("$schema");
  if (fields.text("version").value_or(std::string{k_version}) != k_version) {
    fields.fault("version", "must be \"1\"");
  }
  std::vector<BaselineEntry> entries;
  if (const JsonNode* list = fields.array("findings")) {
    for (const JsonNode& node : list->items) {
      entries.push_back(
          read_entry(JsonFields{node, "findings[" + std::to_string(entries.size()) + "]", faults}));
    }
  }
  fields.require({"version", "findings"});
  fields.refuse_others();
  if (faults.first) {
    return fail(std::move(*faults.first));
  }
  return entries;
}

}  // namespace

Result<std::vector<BaselineEntry>> read_baseline(const std::string& root,
                                                 const std::string& relative_path) {
  const std::string path = root + "/" + relative_path;
  const auto text = read_file(path, k_max_baseline_bytes);
  if (!text && text.error().code == Code::NotFound && !entry_exists(path)) {
    return std::vector<BaselineEntry>{};
  }
  auto entries =
      text ? parse_baseline(*text) : Result<std::vector<BaselineEntry>>{fail(text.error())};
  if (!entries) {
    Error error = std::move(entries.error());
    error.message = relative_path + ": " + error.message;
    error.hint = "Repair the file, or write it anew: pumuki baseline write";
    return fail(std::move(error));
  }
  return entries;
}

Result<void> write_baseline(const std::string& root, const std::string& relative_path,
                            std::vector<BaselineEntry> entries) {
  std::ranges::sort(entries, {}, order_of);
  const auto repeated = std::ranges::unique(entries, {}, order_of);
  entries.erase(repeated.begin(), repeated.end());
  std::string text = "{\n  \"version\": \"1\",\n  \"findings\": [";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + entry_json(entries[i]);
  }
  text += entries.empty() ? "]\n}\n" : "\n  ]\n}\n";
  return write_file_below(root, relative_path, text);
}

}  // namespace pumuki::collect
