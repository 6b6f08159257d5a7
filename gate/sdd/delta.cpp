#include "gate/sdd/delta.h"

#include "gate/core/text.h"

#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace pumuki::sdd {
namespace {

enum class Section { Other, Added, Modified, Removed, Renamed };

Section section_of(std::string_view title) {
  const std::string name = ascii_lower(title);
  if (name == "added requirements") {
    return Section::Added;
  }
  if (name == "modified requirements") {
    return Section::Modified;
  }
  if (name == "removed requirements") {
    return Section::Removed;
  }
  return name == "renamed requirements" ? Section::Renamed : Section::Other;
}

/// Without white space and one list marker in front.
std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  if (!line.empty() && std::string_view{"-*+"}.contains(line.front())) {
    line = trim(line.substr(1));
  }
  return line;
}

/// The requirement that a line quotes, with or without backquotes around it.
std::optional<std::string> quoted_requirement(std::string_view text) {
  text = trim(text);
  if (text.starts_with('`')) {
    text.remove_prefix(1);
  }
  if (text.ends_with('`')) {
    text.remove_suffix(1);
  }
  return requirement_name(text);
}

void read_removed(const Markdown& text, std::size_t begin, std::size_t end, Delta& delta) {
  for (std::size_t at = begin; at < end; ++at) {
    const Markdown::Line& line = text.line(at);
    if (line.fenced) {
      continue;
    }
    auto name = requirement_name(line.text);
    if (!name && without_bullet(line.text) != trim(line.text)) {
      name = quoted_requirement(without_bullet(line.text));
    }
    if (name) {
      delta.removed.push_back(std::move(*name));
    }
  }
}

std::optional<std::string> labelled(std::string_view line, std::string_view label) {
  line = without_bullet(line);
  return line.starts_with(label) ? quoted_requirement(line.substr(label.size())) : std::nullopt;
}

void read_renamed(const Markdown& text, std::size_t begin, std::size_t end, Delta& delta) {
  std::optional<std::pair<std::string, std::size_t>> pending;
  const auto drop_pending = [&] {
    if (pending) {
      delta.unpaired.push_back(pending->second);
      pending.reset();
    }
  };
  for (std::size_t at = begin; at < end; ++at) {
    if (text.line(at).fenced) {
      continue;
    }
    if (auto from = labelled(text.line(at).text, "FROM:")) {
      drop_pending();
      pending.emplace(std::move(*from), at + 1);
    } else if (auto to = labelled(text.line(at).text, "TO:")) {
      if (pending) {
        delta.renamed.push_back({std::move(pending->first), std::move(*to)});
        pending.reset();
      } else {
        delta.unpaired.push_back(at + 1);
      }
    }
  }
  drop_pending();
}

void append(std::vector<Requirement>& to, std::vector<Requirement> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void read_section(const Markdown& text, Section section, std::size_t begin, std::size_t end,
                  Delta& delta) {
  delta.has_sections = delta.has_sections || section != Section::Other;
  switch (section) {
    case Section::Added:
      append(delta.added, requirements_in(text, begin, end));
      break;
    case Section::Modified:
      append(delta.modified, requirements_in(text, begin, end));
      break;
    case Section::Removed:
      read_removed(text, begin, end, delta);
      break;
    case Section::Renamed:
      read_renamed(text, begin, end, delta);
      break;
    case Section::Other:
      append(delta.outside, requirements_in(text, begin, end));
      break;
  }
}

bool starts_section(const Markdown& text, std::size_t at) {
  const auto heading = text.heading(at);
  return heading && heading->level == 2 && !heading->title.empty();
}

}  // namespace

Delta parse_delta(const Markdown& text) {
  Delta delta;
  Section section = Section::Other;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (starts_section(text, at)) {
      read_section(text, section, begin, at, delta);
      section = section_of(text.heading(at)->title);
      begin = at + 1;
    }
  }
  read_section(text, section, begin, text.size(), delta);
  return delta;
}

}  // namespace pumuki::sdd
