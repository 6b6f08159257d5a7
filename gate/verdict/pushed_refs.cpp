#include "gate/core/text.h"
#include "gate/verdict/scope.h"
#include "gate/verdict/verdict_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_branches = "refs/heads/";
constexpr std::string_view k_tags = "refs/tags/";
constexpr std::size_t k_sha1_digits = 40;
constexpr std::size_t k_sha256_digits = 64;

bool is_object_id(std::string_view text) {
  return (text.size() == k_sha1_digits || text.size() == k_sha256_digits) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_zero(std::string_view id) { return id.find_first_not_of('0') == std::string_view::npos; }

/// Cuts the last word off `text`; the text before the blank stays in it.
std::string_view take_last_word(std::string_view& text) {
  const auto blank = text.rfind(' ');
  if (blank == std::string_view::npos) {
    return std::exchange(text, std::string_view{});
  }
  const auto word = text.substr(blank + 1);
  text = text.substr(0, blank);
  return word;
}

/// From the right, because the local name is what the user typed and may hold blanks.
std::optional<PushedRef> parse_line(std::string_view line) {
  PushedRef ref;
  ref.remote_id = take_last_word(line);
  ref.remote_ref = take_last_word(line);
  ref.local_id = take_last_word(line);
  ref.local_ref = line;
  const bool sound = is_object_id(ref.remote_id) && is_object_id(ref.local_id) &&
                     !ref.remote_ref.empty() && !ref.local_ref.empty() &&
                     !(ref.deletes() && ref.creates());
  return sound ? std::optional{std::move(ref)} : std::nullopt;
}

}  // namespace

bool PushedRef::deletes() const { return is_zero(local_id); }

bool PushedRef::creates() const { return is_zero(remote_id); }

bool PushedRef::is_tag() const { return remote_ref.starts_with(k_tags); }

std::optional<std::string> PushedRef::branch() const {
  if (!remote_ref.starts_with(k_branches)) {
    return std::nullopt;
  }
  return remote_ref.substr(k_branches.size());
}

Result<std::vector<PushedRef>> parse_pushed_refs(std::string_view input) {
  std::vector<PushedRef> refs;
  std::size_t number = 0;
  for (const std::string_view line : split(input, '\n')) {
    ++number;
    if (trim(line).empty()) {
      continue;
    }
    auto ref = parse_line(line);
    if (!ref) {
      constexpr std::size_t k_shown = 200;
      return fail(Code::PushLineInvalid,
                  "line " + std::to_string(number) +
                      " of the push is malformed: " + printable(line.substr(0, k_shown)));
    }
    refs.push_back(std::move(*ref));
  }
  return refs;
}

}  // namespace pumuki::verdict
