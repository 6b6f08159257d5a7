#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/result.h"
#include "gate/git/repository.h"
#include "gate/sdd/session.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pumuki::sdd {

/// Life of a session when nobody says otherwise (contract: sdd-and-lifecycle §1).
inline constexpr std::int64_t k_default_ttl_minutes = 45;

struct SessionContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the repository root.
  std::string root;
  git::Repository& repository;
};

/// Stores a session for `change`, or for the only active change when it is "auto". The key `active`
/// is written last, so a run that is cut short leaves a session that is not valid. Errors:
/// UsageError (no id, or "auto" without exactly one change), SddChangeMissing, SddChangeArchived,
/// and those of git.
Result<Session> open_session(const SessionContext& context, const std::string& change,
                             std::optional<std::int64_t> ttl_minutes);

/// Moves the expiry of the stored session; it need not be valid, and one that is not marked active
/// stays so. The life is `ttl_minutes`, else the stored one, else the default. Error
/// SddSessionMissing without a stored change.
Result<Session> refresh_session(const SessionContext& context,
                                std::optional<std::int64_t> ttl_minutes);

/// Removes the five keys; closing twice is fine.
Result<Session> close_session(const SessionContext& context);

}  // namespace pumuki::sdd
