#include "gate/sdd/session.h"

#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace pumuki::sdd {
namespace {

constexpr TimeMs k_ms_per_second = 1000;
constexpr TimeMs k_ms_per_minute = 60 * k_ms_per_second;

std::optional<std::string> stored(const git::Config& config, std::string_view key) {
  return git::find_config(config, "pumuki.sdd.session." + std::string{key});
}

/// The leading integer, as lenient as the texts that older tools stored.
std::optional<std::int64_t> leading_integer(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc{} ? std::optional{value} : std::nullopt;
}

std::optional<std::int64_t> seconds_until(const std::optional<std::string>& expiry, TimeMs now) {
  const auto time = expiry ? parse_time(*expiry) : std::nullopt;
  if (!time) {
    return std::nullopt;
  }
  return *time > now ? (*time - now) / k_ms_per_second : 0;
}

bool is_id_start(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_id_rest(char c) { return is_id_start(c) || c == '.' || c == '_' || c == '-'; }

}  // namespace

Session read_session(const git::Config& config, std::string repo_root, TimeMs now) {
  Session session;
  session.repo_root = std::move(repo_root);
  session.marked_active = stored(config, "active") == "true";
  if (const auto change = stored(config, "change")) {
    const std::string id = ascii_lower(trim(*change));
    session.change_id = id.empty() ? std::nullopt : std::optional{id};
  }
  session.updated_at = stored(config, "updatedat");
  session.expires_at = stored(config, "expiresat");
  const auto ttl = stored(config, "ttlminutes");
  session.has_ttl = ttl.has_value();
  session.ttl_minutes = ttl ? leading_integer(*ttl) : std::nullopt;
  session.remaining_seconds = seconds_until(session.expires_at, now);
  return session;
}

Session renewed(Session session, TimeMs now) {
  session.updated_at = format_time(now);
  session.expires_at = format_time(now + k_renewal_minutes * k_ms_per_minute);
  session.has_ttl = true;
  session.ttl_minutes = k_renewal_minutes;
  session.remaining_seconds = seconds_until(session.expires_at, now);
  return session;
}

void write_session(JsonWriter& json, const Session& session) {
  json.begin_object()
      .member("repoRoot", session.repo_root)
      .member("active", session.valid())
      .optional_member("changeId", session.change_id)
      .optional_member("updatedAt", session.updated_at)
      .optional_member("expiresAt", session.expires_at);
  if (session.has_ttl) {
    json.member("ttlMinutes", session.ttl_minutes);
  }
  json.member("valid", session.valid())
      .optional_member("remainingSeconds", session.remaining_seconds)
      .end_object();
}

bool is_change_id(std::string_view text) {
  return !text.empty() && is_id_start(text.front()) && std::ranges::all_of(text, is_id_rest);
}

}  // namespace pumuki::sdd
