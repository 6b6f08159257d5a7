#pragma once

#include "gate/sdd/markdown.h"
#include "gate/sdd/requirement.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pumuki::sdd {

struct Rename {
  std::string from;
  std::string to;
};

/// What a spec.md of a change asks for: the sections "## ADDED|MODIFIED|REMOVED|RENAMED
/// Requirements" (contract: sdd-and-lifecycle §3). Any letter case; a repeated section counts each
/// time.
struct Delta {
  std::vector<Requirement> added;
  std::vector<Requirement> modified;
  /// From headings, and from list entries that quote one.
  std::vector<std::string> removed;
  std::vector<Rename> renamed;
  /// Lines (counted from 1) of FROM: without TO: and the other way round.
  std::vector<std::size_t> unpaired;
  /// Requirements outside the four sections: they have no effect.
  std::vector<Requirement> outside;
  bool has_sections = false;

  [[nodiscard]] std::size_t entries() const {
    return added.size() + modified.size() + removed.size() + renamed.size();
  }
};

Delta parse_delta(const Markdown& text);

}  // namespace pumuki::sdd
