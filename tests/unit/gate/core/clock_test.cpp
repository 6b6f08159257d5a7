#include "gate/core/clock.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace pumuki {
namespace {

struct DateCase {
  const char* text;
  TimeMs time;
};

class AcceptedDate : public testing::TestWithParam<DateCase> {};

TEST_P(AcceptedDate, is_read) { EXPECT_EQ(parse_time(GetParam().text), GetParam().time); }

INSTANTIATE_TEST_SUITE_P(Clock, AcceptedDate,
                         testing::Values(DateCase{"1970-01-01T00:00:00.000Z", 0},
                                         DateCase{"1970", 0}, DateCase{"1970-02", 2'678'400'000},
                                         DateCase{"1970-01-02", 86'400'000},
                                         DateCase{"1970-01-01T01:02Z", 3'720'000},
                                         DateCase{"1970-01-01T01:02:03Z", 3'723'000},
                                         DateCase{"1970-01-01T00:00:00.5Z", 500},
                                         DateCase{"1970-01-01T00:00:00.123456Z", 123},
                                         DateCase{"1970-01-01T02:00:00+02:00", 0},
                                         DateCase{"1969-12-31T22:30:00-01:30", 0},
                                         DateCase{"2000-02-29T00:00:00Z", 951'782'400'000},
                                         DateCase{"1969-12-31T23:59:59.999Z", -1},
                                         DateCase{"1970-01-01T24:00:00Z", 86'400'000}));

class RefusedDate : public testing::TestWithParam<const char*> {};

TEST_P(RefusedDate, is_nothing) { EXPECT_EQ(parse_time(GetParam()), std::nullopt); }

INSTANTIATE_TEST_SUITE_P(Clock, RefusedDate,
                         testing::Values("", "yesterday", "197", "1970-1-1", "1970-13-01",
                                         "2001-02-29", "1970-01-01T", "1970-01-01T1:00Z",
                                         "1970-01-01T25:00Z", "1970-01-01T00:60Z",
                                         "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00ZZ",
                                         "1970-01-01T00:00:00+2:00", "1970-01-01T00:00:00+24:00",
                                         " 1970-01-01", "1970-01-01T24:00:01Z"));

TEST(Clock, a_time_without_zone_is_local) {
  ::setenv("TZ", "UTC-3", 1);
  ::tzset();
  EXPECT_EQ(parse_time("1970-01-01T03:00:00"), 0);
  ::unsetenv("TZ");
  ::tzset();
}

TEST(Clock, formats_with_milliseconds) {
  EXPECT_EQ(format_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_time(951'782'400'007), "2000-02-29T00:00:00.007Z");
  EXPECT_EQ(format_time(-1), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace pumuki
