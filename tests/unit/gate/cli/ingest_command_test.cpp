#include "gate/collect/report_store.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/cli/fixture.h"

#include <filesystem>

namespace pumuki::cli {
namespace {

const std::string k_report =
    R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T","version":"3"}},"results":[)"
    R"({"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":)"
    R"({"uri":"src/a.cc"},"region":{"startLine":2}}}]},)"
    R"({"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":)"
    R"({"uri":"https://x/a.cc"}}}]},)"
    R"({"ruleId":"s","message":{"text":"m"},"suppressions":[{"kind":"inSource"}]},)"
    R"({"ruleId":"p","kind":"pass","message":{"text":"m"}}]}]})";

class IngestTest : public CliTest {
 protected:
  IngestTest() {
    repo_.write("src/a.cc", "one\ntwo\n").stage_all().commit("a");
    test::write_bytes(report(), k_report);
  }
  [[nodiscard]] std::string report() const { return repo_.temp() / "out.sarif"; }
  std::vector<collect::StoredReport> stored() {
    auto reports = collect::stored_reports(repo_.root(), SystemClock{}.now());
    EXPECT_TRUE(reports) << explain(reports.error());
    return reports ? std::move(*reports) : std::vector<collect::StoredReport>{};
  }
};

TEST_F(IngestTest, takes_a_report_and_says_what_it_holds) {
  const Ran ran = run({"ingest", "sarif", report()});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "taken 2, suppressed 1, unmapped 1, dropped kind-pass 1  " + report() + "\n");
  const auto reports = stored();
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].record.tool, "T");
  EXPECT_EQ(reports[0].record.tool_version, "3");
  EXPECT_EQ(reports[0].record.kind, "sarif");
  EXPECT_EQ(reports[0].record.tree, repo_.git({"rev-parse", "HEAD"}));
  EXPECT_TRUE(reports[0].record.digest.starts_with("sha256:"));
  ASSERT_EQ(reports[0].findings.size(), 2U);
  EXPECT_EQ(reports[0].findings[0].file, "src/a.cc");
  EXPECT_EQ(reports[0].findings[0].fingerprint.size(), 32U);
}

TEST_F(IngestTest, json_is_one_document_with_the_counts) {
  const Ran ran = run({"ingest", "sarif", report(), "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.out.find(R"("taken":2,"suppressed":1,"unmapped":1,"dropped":{"kind-pass":1})"),
            std::string::npos)
      << ran.out;
}

TEST_F(IngestTest, standard_input) {
  const Ran ran = shell("cat ../out.sarif | $P ingest sarif -");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_EQ(stored()[0].record.path, "standard input");
}

TEST_F(IngestTest, all_or_none) {
  repo_.write("bad.sarif", k_report.substr(0, 100));
  const Ran ran = run({"ingest", "sarif", report(), "bad.sarif"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("at byte 100"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("bad.sarif"), std::string::npos) << ran.err;
  EXPECT_TRUE(stored().empty());
  const Ran json = run({"ingest", "sarif", "bad.sarif", "--json"});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_TRUE(json.out.starts_with(R"({"exit_code":2,)")) << json.out;
}

TEST_F(IngestTest, a_missing_file_and_an_unknown_format_are_refused) {
  EXPECT_EQ(run({"ingest", "sarif", "none.sarif"}).exit_code, 2);
  EXPECT_EQ(run({"ingest", "checkstyle", report()}).exit_code, 2);
  EXPECT_EQ(run({"ingest", "sarif"}).exit_code, 2);
}

TEST_F(IngestTest, the_newest_report_of_a_path_counts) {
  ASSERT_EQ(run({"ingest", "sarif", report()}).exit_code, 0);
  test::write_bytes(
      report(), R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]})");
  ASSERT_EQ(run({"ingest", "sarif", report()}).exit_code, 0);
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_TRUE(stored()[0].findings.empty());
}

TEST_F(IngestTest, git_status_stays_clean_without_an_exclude_entry) {
  repo_.commit_file(".gitignore", "");
  const std::string before = repo_.git({"status", "--porcelain"});
  ASSERT_EQ(run({"ingest", "sarif", report()}).exit_code, 0);
  EXPECT_EQ(repo_.git({"status", "--porcelain"}), before);
  EXPECT_EQ(stored().size(), 1U);
}

TEST_F(IngestTest, an_excluded_folder_gets_no_ignore_file) {
  ASSERT_EQ(run({"ingest", "sarif", report()}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(repo_.root() + "/.pumuki/reports/.gitignore"));
}

TEST_F(IngestTest, coverage_below_the_floor_is_a_finding) {
  repo_.write("lcov.info", "SF:src/a.cc\nDA:1,1\nDA:2,0\nend_of_record\n");
  const Ran ran = run({"ingest", "lcov", "lcov.info", "--min-line-coverage", "80", "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find(R"("coverable_lines":2,"covered_lines":1)"), std::string::npos) << ran.out;
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_EQ(stored()[0].findings.size(), 1U);
  EXPECT_EQ(stored()[0].record.covered_lines, 1);
}

TEST_F(IngestTest, paths_may_start_in_another_folder) {
  repo_.write(
      "gcc.json",
      R"([{"kind":"warning","message":"m","option":"-Wx","locations":[{"caret":{"file":"../src/a.cc","line":2}}]}])");
  repo_.write("build/keep", "");
  ASSERT_EQ(run({"ingest", "gcc-json", "gcc.json", "--base", "build"}).exit_code, 0);
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_EQ(stored()[0].findings.at(0).file, "src/a.cc");
}

}  // namespace
}  // namespace pumuki::cli
