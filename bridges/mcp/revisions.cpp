#include "bridges/mcp/revisions.h"

#include <algorithm>
#include <array>

namespace pumuki::mcp {
namespace {

constexpr std::array<Revision, 4> k_revisions{{
    {.name = "2024-11-05",
     .batches = false,
     .tool_annotations = false,
     .progress_message = false,
     .titles = false,
     .structured_content = false,
     .server_description = false,
     .unreadable_id_absent = false,
     .resource_not_found = -32002},
    {.name = "2025-03-26",
     .batches = true,
     .tool_annotations = true,
     .progress_message = true,
     .titles = false,
     .structured_content = false,
     .server_description = false,
     .unreadable_id_absent = false,
     .resource_not_found = -32002},
    {.name = "2025-06-18",
     .batches = false,
     .tool_annotations = true,
     .progress_message = true,
     .titles = true,
     .structured_content = true,
     .server_description = false,
     .unreadable_id_absent = false,
     .resource_not_found = -32002},
    {.name = "2025-11-25",
     .batches = false,
     .tool_annotations = true,
     .progress_message = true,
     .titles = true,
     .structured_content = true,
     .server_description = true,
     .unreadable_id_absent = true,
     .resource_not_found = -32002},
}};

}  // namespace

std::span<const Revision> revisions() { return k_revisions; }

const Revision& negotiate(std::string_view asked) {
  const auto* const found = std::ranges::find(k_revisions, asked, &Revision::name);
  return found == k_revisions.end() ? k_revisions.back() : *found;
}

const Revision& first_revision() { return k_revisions.front(); }

}  // namespace pumuki::mcp
