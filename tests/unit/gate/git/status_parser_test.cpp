#include "gate/git/status_parser.h"

#include "tests/unit/gate/git/back_end_suite.h"

#include <gmock/gmock.h>

#include <cstdint>

namespace pumuki::git {
namespace {

using testing::ElementsAre;
using namespace std::string_literals;

const std::string k_head = "# branch.oid 1234\0# branch.head main\0"s;
const std::string k_objects = "100644 100644 100644 aaaa bbbb ";

std::vector<std::string> entries_of(const std::string& records) {
  const auto parsed = parse_status(k_head + records);
  return parsed ? lines_of(parsed->status.entries)
                : std::vector<std::string>{describe(parsed.error())};
}

TEST(Git_StatusParser, every_kind_of_record) {
  EXPECT_THAT(
      entries_of("1 .M N... " + k_objects + "a b\0"s + "2 R. N... " + k_objects +
                 "R100 new\0old\0"s + "u UU N... 100644 100644 100644 100644 a b c both\0"s +
                 "? x y\0! ignored\0# stash 2\0"s),
      ElementsAre(" M a b", "R  new", "UU both", "?? x y"));
}

TEST(Git_StatusParser, submodule_columns_as_the_short_format_prints_them) {
  const auto column = [](const std::string& submodule) {
    return entries_of("1 .M " + submodule + " 160000 160000 160000 a b sub\0"s);
  };
  EXPECT_THAT(column("SC.."), ElementsAre(" M sub"));
  EXPECT_THAT(column("S.M."), ElementsAre(" m sub"));
  EXPECT_THAT(column("S..U"), ElementsAre(" ? sub"));
  EXPECT_THAT(column("S.MU"), ElementsAre(" m sub"));
  EXPECT_THAT(column("SCMU"), ElementsAre(" M sub"));
}

TEST(Git_StatusParser, head_and_upstream) {
  const auto parsed = parse_status(
      "# branch.oid 1234\0# branch.head topic\0# branch.upstream origin/topic\0# branch.ab +3 -14\0"s);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->status.head.branch, "topic");
  EXPECT_EQ(parsed->status.head.upstream, "origin/topic");
  EXPECT_EQ(parsed->status.head.ahead, 3U);
  EXPECT_EQ(parsed->status.head.behind, 14U);
}

TEST(Git_StatusParser, upstream_without_counts_is_gone_unless_the_branch_is_unborn) {
  const auto gone = parse_status("# branch.oid 1\0# branch.head x\0# branch.upstream o/x\0"s);
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->status.head.upstream, std::nullopt);
  EXPECT_EQ(gone->unconfirmed_upstream, std::nullopt);
  const auto unborn =
      parse_status("# branch.oid (initial)\0# branch.head x\0# branch.upstream o/x\0"s);
  ASSERT_TRUE(unborn);
  EXPECT_EQ(unborn->status.head.branch, std::nullopt);
  EXPECT_EQ(unborn->unconfirmed_upstream, "o/x");
}

TEST(Git_StatusParser, detached_head_has_no_upstream_even_in_a_rebase) {
  const auto parsed = parse_status(
      "# branch.oid 1\0# branch.head (detached)\0# branch.upstream o/x\0# branch.ab +1 -1\0"s);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->status.head.branch, "HEAD");
  EXPECT_EQ(parsed->status.head.upstream, std::nullopt);
  EXPECT_EQ(parsed->status.head.ahead, 0U);
}

class BadStatus : public testing::TestWithParam<std::string> {};

TEST_P(BadStatus, is_an_error_and_not_a_guess) {
  const auto parsed = parse_status(k_head + GetParam());
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, Code::GitFailed);
}

INSTANTIATE_TEST_SUITE_P(
    Git, BadStatus,
    testing::Values("\0"s, "x\0"s, "1\0"s, "1 \0"s, "1 .M\0"s, "1 .M N... \0"s,
                    "1 .M N... 1 2 3 4 5\0"s, "1 .M N... 1 2 3 4 5 \0"s,
                    "1 MM N...1 2 3 4 5 6 a\0"s, "2 R. N... 1 2 3 4 5 R100 new\0"s,
                    "2 R. N... 1 2 3 4 5 R100 new\0\0"s, "2 R. N... 1 2 3 4 5 new\0old\0"s,
                    "u UU N... 1 2 3 4 5 6 path\0"s, "?\0"s, "? \0"s, "? no end",
                    "# branch.ab +1\0"s, "# branch.ab 1 -1\0"s, "# branch.ab +x -1\0"s,
                    "# branch.ab +1 -\0"s, "# branch.ab +99999999999999999999 -1\0"s));

TEST(Git_StatusParser, output_without_a_branch_is_refused) {
  EXPECT_FALSE(parse_status(""));
  EXPECT_FALSE(parse_status("? x\0"s));
}

TEST(Git_StatusParser, cut_off_at_any_byte_is_refused_or_a_prefix) {
  const std::string whole = k_head + "1 .M N... " + k_objects + "a b\0"s + "2 R. N... " +
                            k_objects + "R100 new\0old\0"s + "? x y\0"s;
  const auto all = entries_of(whole.substr(k_head.size()));
  ASSERT_EQ(all.size(), 3U);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto parsed = parse_status(std::string_view{whole}.substr(0, size));
    if (!parsed) {
      continue;
    }
    EXPECT_EQ(whole[size - 1], '\0') << size;
    const auto lines = lines_of(parsed->status.entries);
    ASSERT_LT(lines.size(), all.size()) << size;
    EXPECT_TRUE(std::equal(lines.begin(), lines.end(), all.begin())) << size;
  }
}

TEST(Git_StatusParser, noise_never_crashes_it) {
  const std::string whole =
      k_head + "1 .M N... " + k_objects + "a\0"s + "2 R. S.MU " + k_objects + "R1 n\0o\0"s;
  std::uint64_t seed = 7;
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 4; ++i) {
      seed = seed * 6364136223846793005U + 1442695040888963407U;
      damaged[(seed >> 33) % damaged.size()] = " \0.1?#uSx"s[(seed >> 20) % 9];
    }
    const auto parsed = parse_status(damaged);
    EXPECT_LE(parsed ? parsed->status.entries.size() : 0U, damaged.size());
  }
}

}  // namespace
}  // namespace pumuki::git
