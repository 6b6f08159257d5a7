#pragma once

#include "gate/core/clock.h"
#include "gate/core/json_writer.h"
#include "gate/git/repository.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::sdd {

/// Life of a session that a refused step may renew (contract: sdd-and-lifecycle §2).
inline constexpr std::int64_t k_renewal_minutes = 90;

/// The SDD session of a repository, as its local git configuration has it (sdd-and-lifecycle §1).
struct Session {
  /// Top of the work tree.
  std::string repo_root;
  /// The stored `active` is exactly "true".
  bool marked_active = false;
  /// Trimmed and lower-cased; nothing when unset or blank. May be a text that is no change id.
  std::optional<std::string> change_id;
  /// As stored.
  std::optional<std::string> updated_at;
  std::optional<std::string> expires_at;
  bool has_ttl = false;
  /// Nothing when the stored text is no number.
  std::optional<std::int64_t> ttl_minutes;
  /// Whole seconds to the expiry, 0 when past; nothing when the expiry is unset or no date.
  std::optional<std::int64_t> remaining_seconds;

  /// Marked active, with a change, and not expired.
  [[nodiscard]] bool valid() const {
    return marked_active && change_id && remaining_seconds.value_or(0) > 0;
  }
};

/// Reads the five keys pumuki.sdd.session.*.
Session read_session(const git::Config& config, std::string repo_root, TimeMs now);
/// The session after a renewal at `now`; nothing is stored.
Session renewed(Session session, TimeMs now);
/// The member `session` of an SDD status; unset values are left out.
void write_session(JsonWriter& json, const Session& session);

/// `[a-z0-9][a-z0-9._-]*`: the only texts that become part of a path.
bool is_change_id(std::string_view text);

}  // namespace pumuki::sdd
