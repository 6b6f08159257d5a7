#include "gate/policy/config_text.h"

#include "gate/core/files.h"
#include "gate/core/json_text.h"

#include <utility>

namespace pumuki::policy {

void add_notice(Notices* notices, std::string_view file, std::string reason) {
  if (notices != nullptr) {
    notices->push_back({std::string{file}, std::move(reason)});
  }
}

std::optional<std::string> read_config_text(const std::string& root, std::string_view file,
                                            Notices* notices) {
  auto text = read_file(root + "/" + std::string{file});
  if (!text) {
    if (text.error().code != Code::NotFound) {
      add_notice(notices, file, describe(text.error()));
    }
    return std::nullopt;
  }
  // The parser would pass over it; JSON does not (RFC 8259 §8.1).
  if (text->starts_with("\xEF\xBB\xBF")) {
    add_notice(notices, file, "it starts with a byte-order mark");
    return std::nullopt;
  }
  if (!json_depth_at_most(*text)) {
    add_notice(notices, file, "nested deeper than " + std::to_string(k_max_json_depth) + " levels");
    return std::nullopt;
  }
  return std::move(*text);
}

}  // namespace pumuki::policy
