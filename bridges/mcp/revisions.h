#pragma once

#include <span>
#include <string_view>

namespace pumuki::mcp {

/// Everything in which the protocol revisions differ for a server (contract: mcp-protocol §2). A
/// new revision is a new row of the table; no other file compares revision names.
struct Revision {
  std::string_view name;

  /// Opened by `initialize`; the requests that need its state exist.
  bool handshake = false;
  /// Every request names its revision and the client's capabilities in `_meta`; `server/discover`
  /// and `subscriptions/listen` exist, and nothing is remembered between requests.
  bool stateless = false;
  bool ping = false;
  /// `logging/setLevel`; otherwise a request carries its own level.
  bool set_level = false;
  /// `resources/subscribe` and `resources/unsubscribe`.
  bool subscribe = false;
  /// A JSON array of messages is served.
  bool batches = false;

  /// Tools carry `annotations`.
  bool tool_annotations = false;
  /// Progress notifications carry `message`.
  bool progress_message = false;
  /// The capability `completions` is declared; before, the method was implied.
  bool completions_capability = false;
  /// Tools, resources, prompts and serverInfo carry `title`.
  bool titles = false;
  /// Tools carry `outputSchema`, their results `structuredContent`.
  bool structured_content = false;
  /// `structuredContent` may be any JSON value instead of an object.
  bool any_structured = false;
  /// Content may be a `resource_link`.
  bool resource_links = false;
  /// Contents of resources carry `_meta`.
  bool content_meta = false;
  /// serverInfo carries `description`.
  bool server_description = false;
  /// An error for a message whose id cannot be read leaves the id out instead of sending null.
  bool unreadable_id_absent = false;
  /// Results carry `resultType` and the server's identity.
  bool result_type = false;
  /// Lists, reads and the discovery carry `ttlMs` and `cacheScope`.
  bool cache_hints = false;

  /// Over HTTP: `Mcp-Session-Id`, the stream of GET with resumption, DELETE.
  bool http_sessions = false;
  /// Over HTTP: a resumable stream begins with an event that has an id and no data.
  bool http_first_event = false;

  int resource_not_found = 0;
};

/// Oldest first.
std::span<const Revision> revisions();
/// Nothing for a name that is not in the table.
const Revision* find_revision(std::string_view name);
/// The revision to answer `initialize` with: the one asked for, else the newest that has a
/// handshake (contract: mcp-protocol §1).
const Revision& negotiate(std::string_view asked);
/// What counts before `initialize`.
const Revision& first_revision();
/// The newest without a handshake.
const Revision& stateless_revision();

}  // namespace pumuki::mcp
