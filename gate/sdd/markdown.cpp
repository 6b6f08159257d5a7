#include "gate/sdd/markdown.h"

#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::sdd {
namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t k_min_fence = 3;
constexpr int k_max_level = 6;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

std::string with_plain_line_ends(std::string_view raw) {
  if (raw.starts_with(k_byte_order_mark)) {
    raw.remove_prefix(k_byte_order_mark.size());
  }
  std::string text;
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\r') {
      text += raw[i];
    } else if (i + 1 == raw.size() || raw[i + 1] != '\n') {
      text += '\n';
    }
  }
  return text;
}

struct Fence {
  char sign = 0;
  std::size_t length = 0;
  /// Nothing but the fence stands on the line.
  bool bare = false;
};

std::optional<Fence> fence_of(std::string_view line) {
  line = trim(line);
  if (line.empty() || (line.front() != '`' && line.front() != '~')) {
    return std::nullopt;
  }
  const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
  if (length < k_min_fence) {
    return std::nullopt;
  }
  return Fence{line.front(), length, length == line.size()};
}

}  // namespace

Markdown::Markdown(std::string_view raw) : text_(with_plain_line_ends(raw)) {
  for (const std::string_view line : split(text_, '\n')) {
    lines_.push_back({.text = line, .fenced = false});
  }
  mark_fences();
}

void Markdown::mark_fences() {
  std::optional<Fence> open;
  for (Line& line : lines_) {
    const auto fence = fence_of(line.text);
    line.fenced = open || fence;
    if (!open) {
      open = fence;
    } else if (fence && fence->bare && fence->sign == open->sign && fence->length >= open->length) {
      open.reset();
    }
  }
}

std::optional<Markdown::Heading> Markdown::heading(std::size_t index) const {
  const Line& line = lines_[index];
  const std::size_t signs = std::min(line.text.find_first_not_of('#'), line.text.size());
  if (line.fenced || signs == 0 || signs > k_max_level || signs == line.text.size() ||
      !is_blank(line.text[signs])) {
    return std::nullopt;
  }
  return Heading{static_cast<int>(signs), trim(line.text.substr(signs))};
}

std::size_t Markdown::section_end(std::size_t index, std::size_t end) const {
  const auto own = heading(index);
  const int level = own ? own->level : k_max_level;
  for (std::size_t at = index + 1; at < end; ++at) {
    if (const auto next = heading(at); next && next->level <= level) {
      return at;
    }
  }
  return end;
}

bool Markdown::has_text(std::size_t begin, std::size_t end) const {
  for (std::size_t at = begin; at < end; ++at) {
    if (!trim(lines_[at].text).empty()) {
      return true;
    }
  }
  return false;
}

std::string_view without_closing_signs(std::string_view title) {
  title = trim(title);
  const auto last = title.find_last_not_of('#');
  if (last != std::string_view::npos && last + 1 < title.size() && is_blank(title[last])) {
    return trim(title.substr(0, last));
  }
  return title;
}

}  // namespace pumuki::sdd
