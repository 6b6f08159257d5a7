#include "tests/support/killer.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/evidence/writer_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

namespace pumuki::evidence {
namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;

constexpr int k_kills = 250;
constexpr std::size_t k_findings = 200;

Draft old_violations() {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < k_findings; ++i) {
    Finding one = finding("r", "src/" + std::to_string(i) + ".ts", {7});
    one.fingerprint = std::to_string(i);
    findings.push_back(std::move(one));
  }
  return draft_of(std::move(findings));
}

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

/// A run that is killed at a random instant of writing, then one that is not.
class KilledWriter : public testing::Test {
 protected:
  KilledWriter() {
    clock_.set(k_now);
    write();
    clock_.set(k_now + k_day);
    const auto start = steady_clock::now();
    write();
    duration_ = std::chrono::duration_cast<microseconds>(steady_clock::now() - start);
  }

  void write() const {
    const auto written = write_evidence(folder_.path(), draft_, clock_);
    ASSERT_TRUE(written);
    ASSERT_FALSE(written->fault) << describe(*written->fault);
  }
  std::string text() const { return test::read_bytes(folder_ / std::string{k_file_name}); }
  /// All since the first run.
  void expect_whole_ledger() const {
    EXPECT_EQ(count_of(text(), "\"firstSeen\": \"2026-03-14T09:26:53.589Z\""), k_findings);
  }

  test::TempDir folder_;
  FixedClock clock_{k_now};
  const Draft draft_ = old_violations();
  microseconds duration_{0};
};

TEST_F(KilledWriter, leaves_the_old_file_or_the_new_one_and_never_blocks_the_next_run) {
  std::mt19937 random{5};
  int killed = 0;
  int left_something = 0;
  for (int turn = 0; turn < k_kills; ++turn) {
    const double before = read_summary(folder_.path()).sequence;
    const microseconds delay{static_cast<std::int64_t>(random()) % (duration_.count() * 5 / 4)};
    killed += test::kill_body_after([this] { write(); }, delay) ? 1 : 0;
    left_something += test::names_with_head(folder_.path(), k_file_name).size() > 1 ? 1 : 0;
    const Summary after = read_summary(folder_.path());
    ASSERT_EQ(after.kind, Kind::Valid) << turn << ": " << after.reason;
    ASSERT_TRUE(after.sequence == before || after.sequence == before + 1) << turn;
    expect_whole_ledger();
    const auto start = steady_clock::now();
    write();
    ASSERT_LT(steady_clock::now() - start, std::chrono::seconds{5}) << turn;
    ASSERT_EQ(read_summary(folder_.path()).sequence, after.sequence + 1);
    ASSERT_EQ(test::names_with_head(folder_.path(), ""),
              std::vector<std::string>{std::string{k_file_name}});
    expect_whole_ledger();
  }
  // Otherwise nothing was tried.
  EXPECT_GT(killed, k_kills / 2);
  EXPECT_GT(left_something, 0);
}

}  // namespace
}  // namespace pumuki::evidence
