#include "gate/lifecycle/block_text.h"

#include "gate/core/text.h"

namespace pumuki::lifecycle {
namespace {

struct Line {
  std::size_t begin = 0;
  /// After its newline, if it has one.
  std::size_t end = 0;
};

Line line_at(std::string_view text, std::size_t begin) {
  const auto newline = text.find('\n', begin);
  return {begin, newline == std::string_view::npos ? text.size() : newline + 1};
}

Region region_of(std::string_view text, std::size_t begin, std::size_t end) {
  const bool newline_before = begin > 0 && text[begin - 1] == '\n';
  if (!text.substr(0, end).ends_with('\n') && newline_before) {
    return {begin - 1, end};
  }
  return {begin, end};
}

}  // namespace

Regions find_regions(std::string_view text, Markers markers) {
  Regions found;
  std::size_t open = 0;
  std::size_t open_line = 0;  // 0: none is open
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    const std::string_view content = trim(text.substr(line.begin, line.end - line.begin));
    ++number;
    at = line.end;
    if (content == markers.start) {
      if (open_line != 0) {
        break;
      }
      open = line.begin;
      open_line = number;
    } else if (content == markers.end) {
      if (open_line == 0) {
        found.damaged_line = number;
        return found;
      }
      found.complete.push_back(region_of(text, open, line.end));
      open_line = 0;
    }
  }
  if (open_line != 0) {
    found.damaged_line = open_line;
  }
  return found;
}

std::string without_regions(std::string_view text, const Regions& regions) {
  std::string rest;
  std::size_t from = 0;
  for (const Region& region : regions.complete) {
    rest += text.substr(from, region.begin - from);
    from = region.end;
  }
  rest += text.substr(from);
  return rest;
}

std::string insert_block(std::string_view text, std::size_t at, std::string_view block) {
  const std::string_view before = text.substr(0, at);
  std::string result{before};
  const bool open_line = !before.empty() && !before.ends_with('\n');
  if (open_line) {
    result += '\n';
  }
  result += block;
  if (!open_line) {
    result += '\n';
  }
  result += text.substr(at);
  return result;
}

}  // namespace pumuki::lifecycle
