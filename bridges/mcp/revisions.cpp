#include "bridges/mcp/revisions.h"

#include <algorithm>
#include <array>

namespace pumuki::mcp {
namespace {

/// Each row is the one before it and what the revision changed.
constexpr Revision k_2024_11_05{.name = "2024-11-05",
                                .handshake = true,
                                .ping = true,
                                .set_level = true,
                                .subscribe = true,
                                .http_sessions = true,
                                .resource_not_found = -32002};

constexpr Revision k_2025_03_26 = [] {
  Revision row = k_2024_11_05;
  row.name = "2025-03-26";
  row.batches = true;
  row.tool_annotations = true;
  row.progress_message = true;
  row.completions_capability = true;
  return row;
}();

constexpr Revision k_2025_06_18 = [] {
  Revision row = k_2025_03_26;
  row.name = "2025-06-18";
  row.batches = false;
  row.titles = true;
  row.structured_content = true;
  row.resource_links = true;
  row.content_meta = true;
  return row;
}();

constexpr Revision k_2025_11_25 = [] {
  Revision row = k_2025_06_18;
  row.name = "2025-11-25";
  row.server_description = true;
  row.unreadable_id_absent = true;
  row.http_first_event = true;
  return row;
}();

constexpr Revision k_2026_07_28 = [] {
  Revision row = k_2025_11_25;
  row.name = "2026-07-28";
  row.handshake = false;
  row.stateless = true;
  row.ping = false;
  row.set_level = false;
  row.subscribe = false;
  row.any_structured = true;
  row.result_type = true;
  row.cache_hints = true;
  row.http_sessions = false;
  row.http_first_event = false;
  row.resource_not_found = -32602;
  return row;
}();

constexpr std::array<Revision, 5> k_revisions{k_2024_11_05, k_2025_03_26, k_2025_06_18,
                                              k_2025_11_25, k_2026_07_28};

}  // namespace

std::span<const Revision> revisions() { return k_revisions; }

const Revision* find_revision(std::string_view name) {
  const auto* const found = std::ranges::find(k_revisions, name, &Revision::name);
  return found == k_revisions.end() ? nullptr : found;
}

const Revision& negotiate(std::string_view asked) {
  const Revision* found = find_revision(asked);
  return found != nullptr && found->handshake ? *found : k_2025_11_25;
}

const Revision& first_revision() { return k_revisions.front(); }

const Revision& stateless_revision() { return k_revisions.back(); }

}  // namespace pumuki::mcp
