#pragma once

#include "gate/core/json_writer.h"
#include "gate/evidence/query.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace pumuki::evidence {

/// One page of a filtered list: positions in the list, in order.
struct Selection {
  std::vector<std::uint32_t> page;
  /// Matches before slicing.
  std::size_t total = 0;
};

/// A count from a query; beyond any list when it is too large for one.
inline std::size_t bounded_count(double number) {
  constexpr double k_beyond_any_list = 1e15;
  return number < k_beyond_any_list ? static_cast<std::size_t>(number)
                                    : std::numeric_limits<std::size_t>::max();
}

/// Filter, then slice [offset, offset + limit) (evidence-server §8).
template <class Entry, class Matches>
Selection select_page(const std::vector<Entry>& entries, const PageQuery& page,
                      const Matches& matches) {
  const std::size_t offset = bounded_count(page.offset);
  const std::size_t limit = bounded_count(page.limit ? std::min(*page.limit, k_max_limit)
                                                     : std::numeric_limits<double>::infinity());
  Selection selection;
  for (std::uint32_t position = 0; position < entries.size(); ++position) {
    if (!matches(entries[position])) {
      continue;
    }
    if (selection.total >= offset && selection.page.size() < limit) {
      selection.page.push_back(position);
    }
    ++selection.total;
  }
  return selection;
}

/// The member `pagination`.
void write_pagination(JsonWriter& writer, const PageQuery& page, const Selection& selection);

}  // namespace pumuki::evidence
