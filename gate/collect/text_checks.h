#pragma once

#include "gate/collect/core_rules.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// A place in a text that a rule objects to. `message` says what, never the content.
struct TextHit {
  CoreRule rule = CoreRule::Token;
  std::vector<std::int64_t> lines;
  std::string message;
};

/// Private keys and tokens, one hit per rule and line.
std::vector<TextHit> find_secrets(std::string_view text);
/// Unfinished merges: at least two of <<<<<<<, ======= and >>>>>>> in this order at the starts of
/// lines. Lines of seven equal signs alone (headings) are none.
std::vector<TextHit> find_conflicts(std::string_view text);

/// The content of a blob as text: as it stands, or, with a UTF-16 byte order mark, its ASCII
/// characters (kept in `storage`). Nothing when it is binary: a zero byte among the first 8,000, as
/// git decides.
std::optional<std::string_view> text_of_blob(std::string_view bytes, std::string& storage);

}  // namespace pumuki::collect
