#include "gate/collect/baseline.h"

#include "gate/collect/list_file.h"
#include "gate/core/files.h"
#include "gate/core/json_writer.h"
#include "gate/core/path_json.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pumuki::collect {
namespace {

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

}  // namespace

Result<std::vector<BaselineEntry>> read_baseline(const std::string& root,
                                                 const std::string& relative_path) {
  return read_list<BaselineEntry>(
      {.path = root + "/" + relative_path,
       .shown = relative_path,
       .list = "findings",
       .max_bytes = k_max_baseline_bytes,
       .hint = "Repair the file, or write it anew: pumuki baseline write"},
      read_entry);
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
