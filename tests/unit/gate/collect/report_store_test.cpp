#include "gate/collect/report_store.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace pumuki::collect {
namespace {

constexpr TimeMs k_now = 1'790'000'000'000;

StoredReport sample(const std::string& path, const std::string& message = "m") {
  StoredReport report;
  report.record = {.path = path,
                   .kind = "sarif",
                   .digest = "sha256:1",
                   .tool = "T",
                   .tool_version = "1",
                   .tree = "abc",
                   .age_seconds = 0};
  report.ingested_at = k_now - 5'000;
  evidence::Finding finding;
  finding.rule_id = "r";
  finding.severity = Severity::Error;
  finding.code = "R";
  finding.message = message;
  finding.file = "src/\xFFz.cc";
  finding.lines = {3, 4};
  finding.why = "because";
  finding.fingerprint = "f";
  report.findings = {finding};
  return report;
}

class Store : public testing::Test {
 protected:
  const std::string& root() { return temp_.path(); }
  std::string folder() { return root() + "/" + std::string{k_reports_folder}; }
  std::string only_file() {
    for (const auto& entry : std::filesystem::directory_iterator{folder()}) {
      return entry.path().string();
    }
    return {};
  }

  test::TempDir temp_;
};

TEST_F(Store, nothing_waits_at_first) {
  const auto reports = stored_reports(root(), k_now);
  ASSERT_TRUE(reports);
  EXPECT_TRUE(reports->empty());
}

TEST_F(Store, a_report_comes_back_as_it_went_in) {
  ASSERT_TRUE(store_report(root(), sample("out.sarif")));
  const auto reports = stored_reports(root(), k_now);
  ASSERT_TRUE(reports) << explain(reports.error());
  ASSERT_EQ(reports->size(), 1U);
  const StoredReport& report = reports->front();
  EXPECT_EQ(report.record.path, "out.sarif");
  EXPECT_EQ(report.record.age_seconds, 5);
  EXPECT_EQ(report.record.tree, "abc");
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].file, "src/\xFFz.cc");
  EXPECT_EQ(report.findings[0].lines, (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(report.findings[0].severity, Severity::Error);
  EXPECT_EQ(report.findings[0].why, "because");
  EXPECT_FALSE(report.findings[0].impact);
}

TEST_F(Store, the_same_format_tool_and_path_replaces) {
  ASSERT_TRUE(store_reports(root(), {sample("b", "old"), sample("a"), sample("b", "new")}));
  const auto reports = stored_reports(root(), k_now);
  ASSERT_TRUE(reports);
  ASSERT_EQ(reports->size(), 2U);
  EXPECT_EQ((*reports)[0].record.path, "a");
  EXPECT_EQ((*reports)[1].findings[0].message, "new");
}

TEST_F(Store, every_damaged_byte_is_noticed) {
  ASSERT_TRUE(store_report(root(), sample("a")));
  const std::string file = only_file();
  const std::string good = test::read_bytes(file);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == 'x' ? 'y' : 'x';
    test::write_bytes(file, bad);
    EXPECT_FALSE(stored_reports(root(), k_now)) << i;
    test::write_bytes(file, good.substr(0, i));
    EXPECT_FALSE(stored_reports(root(), k_now)) << i;
  }
}

TEST_F(Store, a_foreign_file_is_named) {
  test::write_bytes(folder() + "/notes.txt", "x");
  const auto reports = stored_reports(root(), k_now);
  ASSERT_FALSE(reports);
  EXPECT_NE(reports.error().message.find("notes.txt"), std::string::npos);
}

TEST_F(Store, a_link_is_not_followed) {
  std::filesystem::create_directories(root() + "/elsewhere");
  std::filesystem::create_directories(root() + "/.pumuki");
  std::filesystem::create_directory_symlink(root() + "/elsewhere", folder());
  EXPECT_FALSE(store_report(root(), sample("a")));
  EXPECT_TRUE(std::filesystem::is_empty(root() + "/elsewhere"));
}

}  // namespace
}  // namespace pumuki::collect
