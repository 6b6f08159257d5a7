#pragma once

#include "gate/core/json_writer.h"
#include "gate/evidence/query.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pumuki::evidence {

/// One page of a filtered list: positions in the list, in order.
struct Selection {
  std::vector<std::uint32_t> page;
  /// Matches before slicing.
  std::size_t total = 0;
};

/// What of a list a page shows.
struct Window {
  std::size_t offset = 0;
  std::size_t limit = 0;
};

Window window_of(const PageQuery& page);

/// Filter, then slice [offset, offset + limit) (evidence-server §8).
template <class Entry, class Matches>
Selection select_page(const std::vector<Entry>& entries, const PageQuery& page,
                      const Matches& matches) {
  const Window window = window_of(page);
  Selection selection;
  for (std::uint32_t position = 0; position < entries.size(); ++position) {
    if (!matches(entries[position])) {
      continue;
    }
    if (selection.total >= window.offset && selection.page.size() < window.limit) {
      selection.page.push_back(position);
    }
    ++selection.total;
  }
  return selection;
}

/// The same without a filter, without looking at the entries.
Selection select_page(std::size_t count, const PageQuery& page);

/// The member `pagination`.
void write_pagination(JsonWriter& writer, const PageQuery& page, const Selection& selection);

}  // namespace pumuki::evidence
