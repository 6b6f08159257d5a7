#include "gate/sdd/session_writer.h"

#include "gate/core/text.h"
#include "gate/git/config_writer.h"
#include "gate/git/plumbing_repository.h"
#include "gate/sdd/layout.h"

#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::sdd {
namespace {

constexpr TimeMs k_ms_per_minute = 60'000;
constexpr std::string_view k_active = "pumuki.sdd.session.active";
constexpr std::string_view k_change = "pumuki.sdd.session.change";
constexpr std::string_view k_updated_at = "pumuki.sdd.session.updatedAt";
constexpr std::string_view k_expires_at = "pumuki.sdd.session.expiresAt";
constexpr std::string_view k_ttl_minutes = "pumuki.sdd.session.ttlMinutes";

using KeyValue = std::pair<std::string_view, std::string>;

git::ConfigWriter writer_for(const SessionContext& context) {
  return {context.root, context.environment};
}

Result<void> store(const SessionContext& context, const std::vector<KeyValue>& values) {
  const auto writer = writer_for(context);
  for (const auto& [key, value] : values) {
    if (auto done = writer.set(key, value); !done) {
      return done;
    }
  }
  return {};
}

/// What is stored now. A Repository answers from one look, so what was just written needs a new
/// one.
Result<Session> stored_session(const SessionContext& context) {
  const auto fresh = git::open_with_plumbing(context.root, context.environment);
  const auto config = fresh->local_config();
  if (!config) {
    return fail(config.error());
  }
  return read_session(*config, context.root, context.clock.now());
}

Result<std::string> only_active_change(const std::string& root) {
  const auto changes = active_changes(root);
  if (changes.size() != 1) {
    return fail(Code::UsageError,
                changes.empty() ? "there is no active change to choose"
                                : "several changes are active: " + join(changes, ", "),
                "Name one: pumuki sdd session --open --change=ID");
  }
  return changes.front();
}

Result<std::string> chosen_change(const SessionContext& context, const std::string& change) {
  const std::string id = ascii_lower(trim(change));
  if (id == "auto") {
    return only_active_change(context.root);
  }
  if (!is_change_id(id)) {
    return fail(Code::UsageError, "\"" + change + "\" is no change id",
                "An id is letters, digits, dots, dashes and underscores, and starts with a letter "
                "or digit.");
  }
  switch (change_state(context.root, id)) {
    case ChangeState::Archived:
      return fail(Code::SddChangeArchived, "the change " + id + " is archived");
    case ChangeState::Missing:
      return fail(Code::SddChangeMissing, "there is no folder " + change_path(id));
    case ChangeState::Active:
      break;
  }
  return id;
}

/// The three values that say how long the session lives from now on.
std::vector<KeyValue> life(const SessionContext& context, std::int64_t minutes) {
  const TimeMs now = context.clock.now();
  return {{k_updated_at, format_time(now)},
          {k_expires_at, format_time(now + minutes * k_ms_per_minute)},
          {k_ttl_minutes, std::to_string(minutes)}};
}

std::int64_t positive_or(std::optional<std::int64_t> minutes, std::int64_t otherwise) {
  return minutes && *minutes > 0 ? *minutes : otherwise;
}

}  // namespace

Result<Session> open_session(const SessionContext& context, const std::string& change,
                             std::optional<std::int64_t> ttl_minutes) {
  const auto id = chosen_change(context, change);
  if (!id) {
    return fail(id.error());
  }
  if (auto done = writer_for(context).unset(k_active); !done) {
    return fail(done.error());
  }
  std::vector<KeyValue> values = life(context, positive_or(ttl_minutes, k_default_ttl_minutes));
  values.insert(values.begin(), {k_change, *id});
  values.emplace_back(k_active, "true");
  if (auto done = store(context, values); !done) {
    return fail(done.error());
  }
  return stored_session(context);
}

Result<Session> refresh_session(const SessionContext& context,
                                std::optional<std::int64_t> ttl_minutes) {
  const auto config = context.repository.local_config();
  if (!config) {
    return fail(config.error());
  }
  const Session session = read_session(*config, context.root, context.clock.now());
  if (!session.change_id) {
    return fail(Code::SddSessionMissing, "no session is stored");
  }
  const auto minutes =
      positive_or(ttl_minutes, positive_or(session.ttl_minutes, k_default_ttl_minutes));
  if (auto done = store(context, life(context, minutes)); !done) {
    return fail(done.error());
  }
  return stored_session(context);
}

Result<Session> close_session(const SessionContext& context) {
  const auto writer = writer_for(context);
  for (const std::string_view key :
       {k_active, k_change, k_updated_at, k_expires_at, k_ttl_minutes}) {
    if (auto done = writer.unset(key); !done) {
      return fail(done.error());
    }
  }
  return stored_session(context);
}

}  // namespace pumuki::sdd
