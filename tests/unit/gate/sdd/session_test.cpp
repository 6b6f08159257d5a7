#include "gate/sdd/session.h"

#include <gtest/gtest.h>

namespace pumuki::sdd {
namespace {

constexpr TimeMs k_now = 1'767'607'200'000;  // 2026-01-05T10:00:00Z

git::Config stored(const std::string& active, const std::string& change,
                   const std::string& expires_at) {
  return {{"pumuki.sdd.session.active", active},
          {"pumuki.sdd.session.change", change},
          {"pumuki.sdd.session.updatedat", "2026-01-05T09:00:00.000Z"},
          {"pumuki.sdd.session.expiresat", expires_at},
          {"pumuki.sdd.session.ttlminutes", "45"}};
}

std::string written(const Session& session) {
  JsonWriter json;
  write_session(json, session);
  return json.take();
}

TEST(Session, without_configuration_is_empty_and_not_valid) {
  EXPECT_EQ(written(read_session({}, "/r", k_now)),
            R"({"repoRoot":"/r","active":false,"valid":false})");
}

TEST(Session, shows_every_stored_value) {
  const auto session =
      read_session(stored("true", "add-login", "2026-01-05T10:00:01.999Z"), "/r", k_now);
  EXPECT_EQ(written(session),
            R"({"repoRoot":"/r","active":true,"changeId":"add-login",)"
            R"("updatedAt":"2026-01-05T09:00:00.000Z","expiresAt":"2026-01-05T10:00:01.999Z",)"
            R"("ttlMinutes":45,"valid":true,"remainingSeconds":1})");
}

struct ValidityCase {
  const char* active;
  const char* change;
  const char* expires_at;
  bool valid;
  std::optional<std::int64_t> remaining;
};

class SessionValidity : public testing::TestWithParam<ValidityCase> {};

TEST_P(SessionValidity, needs_the_mark_a_change_and_time) {
  const auto& given = GetParam();
  const auto session =
      read_session(stored(given.active, given.change, given.expires_at), "/r", k_now);
  EXPECT_EQ(session.valid(), given.valid);
  EXPECT_EQ(session.remaining_seconds, given.remaining);
}

INSTANTIATE_TEST_SUITE_P(
    Stored, SessionValidity,
    testing::Values(ValidityCase{"true", "a", "2026-01-05T10:00:01.000Z", true, 1},
                    ValidityCase{"true", "a", "2026-01-05T10:00:00.999Z", false, 0},
                    ValidityCase{"true", "a", "2026-01-05T10:00:00.000Z", false, 0},
                    ValidityCase{"true", "a", "2020-01-01T00:00:00.000Z", false, 0},
                    ValidityCase{"true", "a", "sometime", false, std::nullopt},
                    ValidityCase{"true", "a", "", false, std::nullopt},
                    ValidityCase{"true", "", "2026-01-05T11:00:00.000Z", false, 3600},
                    ValidityCase{"true", "  ", "2026-01-05T11:00:00.000Z", false, 3600},
                    ValidityCase{"yes", "a", "2026-01-05T11:00:00.000Z", false, 3600},
                    ValidityCase{"1", "a", "2026-01-05T11:00:00.000Z", false, 3600},
                    ValidityCase{"TRUE", "a", "2026-01-05T11:00:00.000Z", false, 3600}));

TEST(Session, change_is_trimmed_and_lower_cased) {
  const auto session = read_session(stored("true", " Add-Login ", "2099-01-01"), "/r", k_now);
  EXPECT_EQ(session.change_id, "add-login");
}

TEST(Session, ttl_that_is_no_number_is_null) {
  auto config = stored("true", "a", "2099-01-01");
  config["pumuki.sdd.session.ttlminutes"] = "soon";
  EXPECT_TRUE(written(read_session(config, "/r", k_now)).contains(R"("ttlMinutes":null)"));
  config["pumuki.sdd.session.ttlminutes"] = " 30 ";
  EXPECT_TRUE(written(read_session(config, "/r", k_now)).contains(R"("ttlMinutes":30,)"));
}

TEST(Session, renewal_gives_ninety_minutes_from_now) {
  const auto session = renewed(read_session(stored("true", "a", "2020-01-01"), "/r", k_now), k_now);
  EXPECT_TRUE(session.valid());
  EXPECT_EQ(session.updated_at, "2026-01-05T10:00:00.000Z");
  EXPECT_EQ(session.expires_at, "2026-01-05T11:30:00.000Z");
  EXPECT_EQ(session.ttl_minutes, 90);
  EXPECT_EQ(session.remaining_seconds, 5400);
}

TEST(Session, renewal_does_not_mark_it_active) {
  EXPECT_FALSE(renewed(read_session(stored("no", "a", ""), "/r", k_now), k_now).valid());
}

TEST(ChangeId, is_letters_digits_dots_dashes_and_underscores) {
  for (const char* id : {"a", "0", "add-login", "v1.2_x"}) {
    EXPECT_TRUE(is_change_id(id)) << id;
  }
  for (const char* text : {"", ".", "..", ".git", "-a", "_a", "a/b", "../a", "A", "a b", "día"}) {
    EXPECT_FALSE(is_change_id(text)) << text;
  }
}

}  // namespace
}  // namespace pumuki::sdd
