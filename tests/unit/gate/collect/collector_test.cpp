#include "gate/collect/collector.h"

#include "gate/collect/baseline.h"
#include "gate/collect/report_store.h"
#include "gate/core/files.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/collect/fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace pumuki::collect {
namespace {

using evidence::Finding;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;

constexpr TimeMs k_hour = 3'600'000;

class Collector : public CollectTest {
 protected:
  Collector() { repo_.init().commit_file("README", "x\n"); }

  Collection collect_staged() { return value(collect(context(), Stage::PreCommit, staged())); }
  Finding only_finding() {
    const auto collection = collect_staged();
    EXPECT_THAT(collection.findings, SizeIs(1));
    return collection.findings.empty() ? Finding{} : collection.findings.front();
  }
  /// A finding of an analyser in line `line` of `file`, as it was when `text` was the file.
  static Finding reported(const std::string& file, std::int64_t line, const std::string& text) {
    Finding finding;
    finding.rule_id = "lint.rule";
    finding.severity = Severity::Error;
    finding.message = "not good";
    finding.file = file;
    finding.lines = {line};
    std::vector<Finding> one{finding};
    add_fingerprints(one, [&](const std::string&) { return std::optional{text}; });
    return one.front();
  }
  void ingest(std::vector<Finding> findings, TimeMs at = k_now) {
    StoredReport report;
    report.record = {.path = "out.sarif",
                     .kind = "sarif",
                     .digest = std::string(64, 'a'),
                     .tool = "lint",
                     .tool_version = "1",
                     .tree = {},
                     .age_seconds = 0};
    report.ingested_at = at;
    report.findings = std::move(findings);
    const auto stored = store_report(repo_.root(), report);
    ASSERT_TRUE(stored) << describe(stored.error());
  }
};

TEST_F(Collector, a_clean_commit_has_full_coverage_and_no_finding) {
  repo_.write("a", "1").write("b", "2").stage_all();
  const auto collection = collect_staged();
  EXPECT_THAT(collection.findings, IsEmpty());
  EXPECT_EQ(collection.files_scanned, 2);
  EXPECT_THAT(collection.coverage.active_rule_ids, SizeIs(7));
  EXPECT_EQ(collection.coverage.active_rule_ids, collection.coverage.evaluated_rule_ids);
  EXPECT_THAT(collection.coverage.matched_rule_ids, IsEmpty());
  EXPECT_THAT(collection.coverage.unevaluated_rule_ids, IsEmpty());
  ASSERT_THAT(collection.rulesets, SizeIs(1));
  EXPECT_EQ(collection.rulesets.front().bundle, "pumuki-core@1.0.0");
  EXPECT_FALSE(collection.truncated);
}

TEST_F(Collector, a_disabled_rule_is_not_active) {
  config_.disabled_rules = {"core.token"};
  EXPECT_THAT(collect_staged().coverage.active_rule_ids, Not(Contains("core.token")));
}

TEST_F(Collector, findings_have_fingerprints_that_survive_moved_lines) {
  repo_.write("a", sample_token() + "\n").stage_all();
  const std::string before = only_finding().fingerprint;
  EXPECT_THAT(before, SizeIs(32));
  repo_.write("a", "\n\n" + sample_token() + "\n").stage_all();
  const Finding after = only_finding();
  EXPECT_EQ(after.fingerprint, before);
  EXPECT_THAT(after.lines, ElementsAre(3));
}

TEST_F(Collector, the_secret_is_nowhere_in_a_finding) {
  repo_.write("a", sample_token() + "\n" + sample_key()).stage_all();
  for (const Finding& finding : collect_staged().findings) {
    for (const std::string& text : {finding.message, finding.why.value_or(""),
                                    finding.expected_fix.value_or(""), finding.source}) {
      EXPECT_THAT(text, Not(HasSubstr(sample_token().substr(4))));
      EXPECT_THAT(text, Not(HasSubstr("MIIE")));
    }
  }
}

TEST_F(Collector, old_debt_never_blocks) {
  repo_.write("a", sample_token() + "\n").stage_all();
  const Finding old = only_finding();
  ASSERT_TRUE(
      write_baseline(repo_.root(), config_.baseline_file,
                     {{.fingerprint = old.fingerprint, .rule_id = old.rule_id, .file = "a"}}));
  repo_.write("a", "new line\n" + sample_token() + "\n").stage("a");
  const Finding now = only_finding();
  EXPECT_TRUE(now.in_baseline);
  EXPECT_EQ(now.blocking, false);
}

TEST_F(Collector, a_broken_baseline_is_an_error) {
  test::write_bytes(repo_.root() + "/" + config_.baseline_file, "{");
  EXPECT_FALSE(collect(context(), Stage::PreCommit, staged()));
}

TEST_F(Collector, over_the_limit_the_worst_stay) {
  config_.max_findings = 1;
  config_.large_file_bytes = 1;
  repo_.write("a", "big enough").write("b", sample_token()).stage_all();
  const auto collection = collect_staged();
  EXPECT_TRUE(collection.truncated);
  EXPECT_THAT(collection.findings, SizeIs(1));
}

TEST_F(Collector, an_ingested_report_is_folded_in_until_it_is_replaced) {
  repo_.commit_file("a.c", "one\ntwo\n");
  ingest({reported("a.c", 2, "one\ntwo\n")});
  for (int i = 0; i < 2; ++i) {
    const auto collection = collect_staged();
    EXPECT_THAT(told(collection.findings), ElementsAre("lint.rule a.c:2"));
    EXPECT_THAT(collection.coverage.evaluated_rule_ids, IsSupersetOf({"report.lint", "lint.rule"}));
    ASSERT_THAT(collection.reports, SizeIs(1));
    EXPECT_EQ(collection.reports.front().tool, "lint");
  }
  ingest({});
  EXPECT_THAT(collect_staged().findings, IsEmpty());
}

TEST_F(Collector, a_reported_line_is_found_again_where_it_moved) {
  ingest({reported("a.c", 2, "one\ntwo\n")});
  repo_.write("a.c", "new\nnew\none\n  two\n").stage_all();
  EXPECT_THAT(told(collect_staged().findings), ElementsAre("lint.rule a.c:4"));
}

TEST_F(Collector, a_reported_line_that_is_gone_is_dropped_and_counted) {
  ingest({reported("a.c", 2, "one\ntwo\n"), reported("gone.c", 1, "x\n")});
  repo_.write("a.c", "one\nTWO\n").stage_all();
  const auto collection = collect_staged();
  EXPECT_THAT(collection.findings, IsEmpty());
  ASSERT_THAT(collection.notices, SizeIs(1));
  EXPECT_EQ(collection.notices.front().file, "out.sarif");
  EXPECT_THAT(collection.notices.front().reason, HasSubstr("2 findings are outdated"));
}

TEST_F(Collector, reported_findings_without_a_place_stay) {
  Finding somewhere = reported("unknown", 1, "");
  somewhere.lines.clear();
  ingest({somewhere, reported("/usr/include/stdio.h", 3, "")});
  EXPECT_THAT(told(collect_staged().findings),
              ElementsAre("lint.rule /usr/include/stdio.h:3", "lint.rule unknown"));
}

TEST_F(Collector, an_old_ingested_report_is_named_and_does_not_count_as_checked) {
  repo_.commit_file("a.c", "one\n");
  ingest({reported("a.c", 1, "one\n")}, k_now - 25 * k_hour);
  const auto collection = collect_staged();
  EXPECT_THAT(collection.findings, IsEmpty());
  EXPECT_THAT(collection.coverage.unevaluated_rule_ids, ElementsAre("report.lint"));
  ASSERT_THAT(collection.notices, SizeIs(1));
  EXPECT_THAT(collection.notices.front().reason, HasSubstr("25 h old"));
  config_.ingested_max_age_seconds = 26 * 3'600;
  EXPECT_THAT(collect_staged().findings, SizeIs(1));
}

TEST_F(Collector, a_damaged_stored_report_is_an_error) {
  ingest({});
  const std::string folder = repo_.root() + "/" + std::string{k_reports_folder};
  test::write_bytes(folder + "/broken.json", "{");
  EXPECT_FALSE(collect(context(), Stage::PreCommit, staged()));
}

class ConfiguredReport : public Collector {
 protected:
  ConfiguredReport() {
    config_.reports = {{.path = "build/gcc.json", .format = "gcc-json", .max_age_seconds = {}}};
  }
};

TEST_F(ConfiguredReport, is_read) {
  repo_.commit_file("a.c", "one\n");
  repo_.write("build/gcc.json", R"([{"kind":"warning","message":"m","option":"-Wx","children":[],)"
                                R"("locations":[{"caret":{"file":"a.c","line":1,"column":1}}]}])");
  const auto collection = collect_staged();
  EXPECT_THAT(told(collection.findings), ElementsAre(HasSubstr(" a.c:1")));
  EXPECT_THAT(collection.coverage.evaluated_rule_ids, Contains("report.build/gcc.json"));
}

TEST_F(ConfiguredReport, that_is_missing_does_not_count_as_checked) {
  const auto collection = collect_staged();
  EXPECT_THAT(collection.coverage.unevaluated_rule_ids, ElementsAre("report.build/gcc.json"));
  ASSERT_THAT(collection.notices, SizeIs(1));
  EXPECT_EQ(collection.notices.front().file, "build/gcc.json");
}

TEST_F(ConfiguredReport, that_is_too_old_does_not_count_as_checked) {
  repo_.write("build/gcc.json", "[]");
  config_.reports.front().max_age_seconds = 60;
  clock_.set(file_identity(repo_.root() + "/build/gcc.json").modified_ns / 1'000'000 + 61'000);
  EXPECT_THAT(collect_staged().coverage.unevaluated_rule_ids, ElementsAre("report.build/gcc.json"));
  clock_.set(clock_.now() - 2'000);
  EXPECT_THAT(collect_staged().coverage.unevaluated_rule_ids, IsEmpty());
}

TEST_F(ConfiguredReport, that_is_rubbish_is_an_error) {
  repo_.write("build/gcc.json", "not json");
  EXPECT_FALSE(collect(context(), Stage::PreCommit, staged()));
}

TEST_F(Collector, a_passed_secret_has_the_fingerprint_of_its_own_line) {
  repo_.commit_file("a", sample_token() + "\n").commit_file("a", "clean\n");
  const auto collection = value(collect(context(), Stage::PrePush, range("HEAD~2")));
  ASSERT_THAT(told(collection.findings), ElementsAre("core.token a:1"));
  repo_.write("b", "x").write("a", sample_token() + "\n").stage_all();
  EXPECT_EQ(collect_staged().findings.front().fingerprint, collection.findings.front().fingerprint);
}

Finding with(Severity severity, std::optional<bool> blocking = {}) {
  Finding finding;
  finding.severity = severity;
  finding.blocking = blocking;
  return finding;
}

TEST(Outcome, by_the_thresholds) {
  const policy::Thresholds usual{.block_on_or_above = Severity::Error,
                                 .warn_on_or_above = Severity::Warn};
  EXPECT_EQ(outcome_of({}, usual), "PASS");
  EXPECT_EQ(outcome_of({with(Severity::Info)}, usual), "PASS");
  EXPECT_EQ(outcome_of({with(Severity::Warn)}, usual), "WARN");
  EXPECT_EQ(outcome_of({with(Severity::Warn), with(Severity::Error)}, usual), "BLOCK");
  EXPECT_EQ(outcome_of({with(Severity::Critical)}, usual), "BLOCK");
  EXPECT_EQ(outcome_of({with(Severity::Info)}, {}), "BLOCK");
}

TEST(Outcome, what_may_not_block_warns_at_most) {
  const policy::Thresholds usual{.block_on_or_above = Severity::Error,
                                 .warn_on_or_above = Severity::Error};
  EXPECT_EQ(outcome_of({with(Severity::Critical, false)}, usual), "WARN");
  EXPECT_EQ(outcome_of({with(Severity::Warn, false)}, usual), "WARN");
  EXPECT_EQ(outcome_of({with(Severity::Info, false)}, usual), "PASS");
  EXPECT_EQ(outcome_of({with(Severity::Warn)}, usual), "PASS");
  EXPECT_EQ(outcome_of({with(Severity::Error, true)}, usual), "BLOCK");
}

}  // namespace
}  // namespace pumuki::collect
