#include "bridges/offers/pages.h"

#include "bridges/mcp/json_view.h"
#include "gate/core/text.h"

#include <charconv>

namespace pumuki::offers {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number}
                                                                  : std::nullopt;
}

}  // namespace

/// Of repeated names the first counts, a malformed number is none (contract: evidence-server §2.2).
PagedQuery::PagedQuery(std::string_view query) {
  bool limit_seen = false;
  bool offset_seen = false;
  for (const std::string_view part : split(query, '&')) {
    if (part.starts_with("limit=")) {
      limit_ = limit_seen ? limit_ : whole_number(part.substr(6));
      limit_seen = true;
    } else if (part.starts_with("offset=")) {
      offset_ = offset_seen ? offset_ : whole_number(part.substr(7)).value_or(0);
      offset_seen = true;
    } else if (!part.empty()) {
      filters_.emplace_back(part);
    }
  }
}

std::string PagedQuery::page(std::uint64_t limit, std::uint64_t offset) const {
  std::vector<std::string> parts = filters_;
  parts.push_back("limit=" + std::to_string(limit));
  parts.push_back("offset=" + std::to_string(offset));
  return join(parts, "&");
}

bool has_more(std::string_view page) {
  return mcp::json_member(mcp::json_member(page, "pagination"), "has_more") == "true";
}

}  // namespace pumuki::offers
