#include "gate/receipts/receipt.h"

#include "gate/receipts/same_root.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace pumuki::receipts {
namespace {

const std::string k_good =
    R"({"version":"1","source":"pumuki-enterprise-mcp","tool":"ai_gate_check","repo_root":"/r",)"
    R"("stage":"CI","status":"BLOCKED","allowed":false,"issued_at":"2026-03-14T09:26:53.589Z"})";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text = k_good;
  text.replace(text.find(from), from.size(), to);
  return text;
}

class ReceiptTest : public testing::Test {
 protected:
  ReceiptFile read(const std::string& text) {
    test::write_bytes(receipt_path(temp_.path()), text);
    return read_receipt(temp_.path());
  }

  test::TempDir temp_;
};

TEST_F(ReceiptTest, is_missing_without_a_file) {
  EXPECT_EQ(read_receipt(temp_.path()).kind, ReceiptKind::Missing);
}

TEST_F(ReceiptTest, is_valid_with_every_member_right) {
  const ReceiptFile file = read(k_good);
  EXPECT_EQ(file.kind, ReceiptKind::Valid);
  ASSERT_TRUE(file.receipt);
  EXPECT_EQ(file.receipt->repo_root, "/r");
  EXPECT_EQ(file.receipt->stage, Stage::Ci);
  EXPECT_FALSE(file.receipt->allowed);
  EXPECT_EQ(format_time(file.receipt->issued_at), "2026-03-14T09:26:53.589Z");
}

struct BadReceipt {
  std::string from;
  std::string to;
};

class BadReceipts : public ReceiptTest, public testing::WithParamInterface<BadReceipt> {};

TEST_P(BadReceipts, are_invalid_with_a_reason) {
  const ReceiptFile file = read(replaced(GetParam().from, GetParam().to));
  EXPECT_EQ(file.kind, ReceiptKind::Invalid);
  EXPECT_FALSE(file.receipt);
  EXPECT_FALSE(file.reason.empty());
}

INSTANTIATE_TEST_SUITE_P(All, BadReceipts,
                         testing::Values(BadReceipt{k_good, ""}, BadReceipt{k_good, "no"},
                                         BadReceipt{R"({"version)", "\xEF\xBB\xBF{\"version"},
                                         BadReceipt{k_good, "[]"}, BadReceipt{k_good, "null"},
                                         BadReceipt{k_good, std::string(1000, '[')},
                                         BadReceipt{R"("version":"1")", R"("version":1)"},
                                         BadReceipt{R"("version":"1")", R"("version":"2")"},
                                         BadReceipt{"pumuki-enterprise-mcp", "other"},
                                         BadReceipt{"ai_gate_check", "pre_flight_check"},
                                         BadReceipt{R"("repo_root":"/r")", R"("repo_root":"  ")"},
                                         BadReceipt{R"("repo_root":"/r")", R"("repo_root":7)"},
                                         BadReceipt{R"("CI")", R"("ci")"},
                                         BadReceipt{R"("CI")", "null"},
                                         BadReceipt{R"("BLOCKED")", R"("UNKNOWN")"},
                                         BadReceipt{R"("allowed":false)", R"("allowed":"false")"},
                                         BadReceipt{R"("allowed":false)", R"("allowed":true)"},
                                         BadReceipt{"2026-03-14T09:26:53.589Z", "yesterday"},
                                         BadReceipt{R"("2026-03-14T09:26:53.589Z")", "7"}));

TEST_F(ReceiptTest, reports_allowed_that_disagrees_with_the_status) {
  EXPECT_EQ(read(replaced(R"("BLOCKED")", R"("ALLOWED")")).kind, ReceiptKind::Invalid);
}

TEST_F(ReceiptTest, that_is_a_folder_is_invalid) {
  test::write_bytes(receipt_path(temp_.path()) + "/x", "");
  EXPECT_EQ(read_receipt(temp_.path()).kind, ReceiptKind::Invalid);
}

TEST_F(ReceiptTest, that_is_a_pipe_is_invalid_and_does_not_block) {
  test::write_bytes(temp_ / ".pumuki/artifacts/x", "");
  ASSERT_EQ(::mkfifo(receipt_path(temp_.path()).c_str(), 0600), 0);
  EXPECT_EQ(read_receipt(temp_.path()).kind, ReceiptKind::Invalid);
}

TEST_F(ReceiptTest, is_written_as_it_is_read) {
  const Receipt receipt{
      .repo_root = "/some/\"root\"", .stage = Stage::PreWrite, .allowed = true, .issued_at = 1};
  ASSERT_TRUE(write_receipt(temp_.path(), receipt));
  EXPECT_EQ(test::read_bytes(receipt_path(temp_.path())),
            "{\n  \"version\": \"1\",\n  \"source\": \"pumuki-enterprise-mcp\",\n"
            "  \"tool\": \"ai_gate_check\",\n  \"repo_root\": \"/some/\\\"root\\\"\",\n"
            "  \"stage\": \"PRE_WRITE\",\n  \"status\": \"ALLOWED\",\n  \"allowed\": true,\n"
            "  \"issued_at\": \"1970-01-01T00:00:00.001Z\"\n}\n");
  const ReceiptFile file = read_receipt(temp_.path());
  ASSERT_TRUE(file.receipt);
  EXPECT_EQ(file.receipt->repo_root, receipt.repo_root);
  EXPECT_TRUE(file.receipt->allowed);
}

TEST_F(ReceiptTest, is_not_written_through_a_link_out_of_the_repository) {
  const test::TempDir elsewhere;
  ASSERT_EQ(::symlink(elsewhere.path().c_str(), (temp_ / ".pumuki").c_str()), 0);
  const auto written = write_receipt(temp_.path(), {.repo_root = "/r"});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Code::NotWritable);
}

class SameRoot : public testing::Test {
 protected:
  test::TempDir temp_;
};

TEST_F(SameRoot, follows_links) {
  test::write_bytes(temp_ / "Real/x", "");
  ASSERT_EQ(::symlink((temp_ / "Real").c_str(), (temp_ / "link").c_str()), 0);
  EXPECT_TRUE(same_root(temp_ / "Real", temp_ / "link"));
  EXPECT_TRUE(same_root(temp_ / "Real", temp_ / "link/../link/."));
}

TEST_F(SameRoot, ignores_letter_case_and_the_kind_of_slash) {
  test::write_bytes(temp_ / "Real/x", "");
  EXPECT_TRUE(same_root(temp_ / "REAL", temp_ / "Real"));
  EXPECT_TRUE(same_root("C:\\Work\\Repo", "c:/work/repo"));
  EXPECT_FALSE(same_root(temp_ / "Real", temp_ / "Real2"));
}

}  // namespace
}  // namespace pumuki::receipts
