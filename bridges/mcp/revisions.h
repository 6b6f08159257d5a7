#pragma once

#include <span>
#include <string_view>

namespace pumuki::mcp {

/// Everything in which the protocol revisions differ for a server of tools and resources
/// (mcp-protocol §2). A new revision is a new row; no other file compares revision names.
struct Revision {
  std::string_view name;
  /// A JSON array of messages is served.
  bool batches;
  /// Tools carry `annotations`.
  bool tool_annotations;
  /// Progress notifications carry `message`.
  bool progress_message;
  /// Tools, resources and serverInfo carry `title`.
  bool titles;
  /// Tool results carry `structuredContent`.
  bool structured_content;
  /// serverInfo carries `description`.
  bool server_description;
  /// An error for a message whose id cannot be read leaves the id out instead of sending null.
  bool unreadable_id_absent;
  int resource_not_found;
};

/// Oldest first.
std::span<const Revision> revisions();
/// The revision to answer `initialize` with: the one asked for, else our newest (mcp-protocol §1).
const Revision& negotiate(std::string_view asked);
/// What counts before `initialize`.
const Revision& first_revision();

}  // namespace pumuki::mcp
