#include "gate/evidence/pages_selection.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace pumuki::evidence {

namespace {

/// Beyond any list when it is too large for a count.
std::size_t bounded_count(double number) {
  constexpr double k_beyond_any_list = 1e15;
  return number < k_beyond_any_list ? static_cast<std::size_t>(number)
                                    : std::numeric_limits<std::size_t>::max();
}

}  // namespace

Window window_of(const PageQuery& page) {
  return {bounded_count(page.offset), page.limit ? bounded_count(std::min(*page.limit, k_max_limit))
                                                 : std::numeric_limits<std::size_t>::max()};
}

Selection select_page(std::size_t count, const PageQuery& page) {
  const Window window = window_of(page);
  Selection selection{{}, count};
  const std::size_t first = std::min(window.offset, count);
  selection.page.resize(std::min(window.limit, count - first));
  std::iota(selection.page.begin(), selection.page.end(), static_cast<std::uint32_t>(first));
  return selection;
}

void write_pagination(JsonWriter& writer, const PageQuery& page, const Selection& selection) {
  writer.key("pagination").begin_object();
  writer.member("requested_limit", page.limit);
  writer.member("max_limit", k_max_limit);
  if (page.limit) {
    writer.member("limit", std::min(*page.limit, k_max_limit));
  } else {
    writer.key("limit").null();
  }
  writer.member("offset", page.offset);
  if (page.limit) {
    const double end = page.offset + static_cast<double>(selection.page.size());
    writer.member("has_more", end < static_cast<double>(selection.total));
  }
  writer.end_object();
}

}  // namespace pumuki::evidence
