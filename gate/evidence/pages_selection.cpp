#include "gate/evidence/pages_selection.h"

namespace pumuki::evidence {

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
