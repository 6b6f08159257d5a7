#include "gate/evidence/finding_key.h"

#include "gate/core/ascii_collation.h"
#include "gate/core/path_json.h"
#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::evidence {
namespace {

std::string with_slashes(std::string_view file) {
  std::string shown{file};
  std::ranges::replace(shown, '\\', '/');
  return shown;
}

bool holds_its_bytes(std::string_view file) { return !file.contains('\\') && is_valid_utf8(file); }

}  // namespace

std::strong_ordering compare_texts(std::string_view a, std::string_view b) {
  const auto [left, right] = std::ranges::mismatch(a, b);
  const auto same = static_cast<std::size_t>(left - a.begin());
  // What two texts begin with in common says nothing at any level.
  const auto order = compare_ascii_collated(a.substr(same), b.substr(same));
  if (order != 0) {
    return order < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a <=> b;
}

std::string lines_key(const std::vector<std::int64_t>& lines) {
  std::string key;
  for (const std::int64_t line : lines) {
    key += key.empty() ? "" : ",";
    key += std::to_string(line);
  }
  return key;
}

std::string file_key(std::string_view file) {
  return holds_its_bytes(file) ? std::string{file} : "b64:" + base64(file);
}

void write_file_members(JsonWriter& json, std::string_view file) {
  if (holds_its_bytes(file)) {
    json.member("file", file);
    return;
  }
  json.member("file", replace_invalid_utf8(with_slashes(file))).member("file_b64", base64(file));
}

std::string ledger_key(std::string_view rule_id, std::string_view file_key,
                       std::string_view lines) {
  std::string key{rule_id};
  key += '\0';
  key += file_key;
  key += '\0';
  key += lines;
  return key;
}

bool is_excepted(const Finding& finding) { return finding.blocking == false; }

bool is_blocking(const Finding& finding) {
  return finding.blocking.value_or(finding.severity >= Severity::Error);
}

}  // namespace pumuki::evidence
