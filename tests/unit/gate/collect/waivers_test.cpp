#include "gate/collect/baseline.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

#include <fstream>

namespace pumuki::collect {
namespace {

using evidence::Finding;
using testing::HasSubstr;

class WaiverTest : public testing::Test {
 protected:
  Result<std::vector<Waiver>> read(std::string_view waivers) {
    std::ofstream{folder_ / "w.json"} << "{\"version\":\"1\",\"waivers\":[" << waivers << "]}";
    return read_waivers(folder_.path(), "w.json");
  }
  std::string fault_of(std::string_view waiver) {
    const auto waivers = read(waiver);
    return waivers ? "fine" : waivers.error().message;
  }

  test::TempDir folder_;
};

constexpr std::string_view k_whole =
    R"({"id":"W1","stage":"CI","reason":"r","owner":"o","expires_at":"2030-01-01T00:00:00Z"})";

TEST_F(WaiverTest, form_of_the_file) {
  const auto waivers = read(k_whole);
  ASSERT_TRUE(waivers) << describe(waivers.error());
  ASSERT_EQ(waivers->size(), 1U);
  EXPECT_EQ(waivers->front().stage, Stage::Ci);
  EXPECT_EQ(waivers->front().expires_at, parse_time("2030-01-01T00:00:00Z"));
  EXPECT_TRUE(is_whole_stage(waivers->front()));
  EXPECT_TRUE(read_waivers(folder_.path(), "absent.json").value().empty());
}

TEST_F(WaiverTest, needs_owner_reason_and_expiry) {
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"CI","reason":"r","expires_at":"2030-01-01"})"),
              HasSubstr("waivers[0].owner is missing"));
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"CI","owner":"o","expires_at":"2030-01-01"})"),
              HasSubstr("reason is missing"));
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"CI","reason":" ","owner":"o"})"),
              HasSubstr("reason must not be empty"));
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"CI","reason":"r","owner":"o"})"),
              HasSubstr("expires_at is missing"));
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"CI","reason":"r","owner":"o","expires_at":"soon"})"),
              HasSubstr("must be a time"));
  EXPECT_THAT(fault_of(R"({"id":"W","stage":"PRE_WRITE","reason":"r","owner":"o"})"),
              HasSubstr("stage must be"));
}

std::vector<Finding> two_findings() {
  std::vector<Finding> findings(2);
  findings[0].rule_id = "a";
  findings[0].file = "src/a.cc";
  findings[0].fingerprint = std::string(32, '1');
  findings[1].rule_id = "b";
  findings[1].file = "test/b.cc";
  findings[1].fingerprint = std::string(32, '2');
  return findings;
}

struct Row {
  std::string_view narrowing;
  bool first;
  bool second;
};

TEST_F(WaiverTest, narrowed_ones_cover_what_they_name) {
  constexpr Row k_rows[] = {
      {R"("rule":"a")", true, false},
      {R"("path":"test/**")", false, true},
      {R"("rule":"a","path":"test/**")", false, false},
      {R"("fingerprint":"22222222222222222222222222222222")", false, true},
      {R"("path":"**","branch":"main")", true, true},
      {R"("path":"**","branch":"other")", false, false},
      {R"("branch":"main")", false, false},
  };
  for (const Row& row : k_rows) {
    const std::string text =
        std::string{k_whole.substr(0, k_whole.size() - 1)} + "," + std::string{row.narrowing} + "}";
    const auto waivers = read(text);
    ASSERT_TRUE(waivers) << describe(waivers.error());
    auto findings = two_findings();
    apply_exceptions(findings, {}, *waivers, Stage::Ci, "main", 0);
    EXPECT_EQ(findings[0].waiver_id.has_value(), row.first) << row.narrowing;
    EXPECT_EQ(findings[1].waiver_id.has_value(), row.second) << row.narrowing;
    EXPECT_EQ(findings[0].blocking.has_value(), row.first) << row.narrowing;
  }
}

TEST_F(WaiverTest, expired_or_of_another_stage_covers_nothing) {
  const std::string text = std::string{k_whole.substr(0, k_whole.size() - 1)} + R"(,"path":"**"})";
  const auto waivers = read(text).value();
  auto findings = two_findings();
  apply_exceptions(findings, {}, waivers, Stage::Ci, "main", waivers[0].expires_at);
  apply_exceptions(findings, {}, waivers, Stage::PrePush, "main", 0);
  EXPECT_FALSE(findings[0].waiver_id);
}

TEST_F(WaiverTest, old_debt_does_not_block) {
  auto findings = two_findings();
  apply_exceptions(findings,
                   {{.fingerprint = std::string(32, '2'), .rule_id = "b", .file = "moved.cc"}}, {},
                   Stage::PreCommit, std::nullopt, 0);
  EXPECT_FALSE(findings[0].in_baseline);
  EXPECT_FALSE(findings[0].blocking);
  EXPECT_TRUE(findings[1].in_baseline);
  EXPECT_EQ(findings[1].blocking, false);
}

}  // namespace
}  // namespace pumuki::collect
