#include "server/evidence/routes.h"

#include "gate/core/clock.h"
#include "gate/evidence/canonical.h"
#include "tests/support/temp_dir.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace pumuki::evidence_server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds k_at_once{1};

std::string document(std::string_view message, std::string_view findings_extra = "") {
  return R"({"version":"2.1","timestamp":"2026-03-14T09:26:53.589Z","snapshot":{"stage":"CI",)"
         R"("outcome":"WARN","findings":[{"ruleId":"r","severity":"WARN","code":"C","message":")" +
         std::string{message} + R"(","file":"a.swift"})" + std::string{findings_extra} +
         R"(]},"ledger":[{"ruleId":"r","file":"a.swift","firstSeen":"1","lastSeen":"2"}],)"
         R"("platforms":{"ios":{"detected":true,"confidence":"HIGH"}},)"
         R"("rulesets":[{"platform":"ios","bundle":"b@1","hash":"h"}],)"
         R"("consolidation":{"suppressed":[]}})";
}

std::string sealed(std::string_view text) { return evidence::seal_text(text).value(); }

std::string text_of(const http::Reply& reply) {
  if (!reply.stream.produce) {
    return reply.body ? *reply.body : std::string{};
  }
  std::string text;
  const bool whole = reply.stream.produce([&text](std::string_view piece) {
    text += piece;
    return true;
  });
  return whole && text.size() == reply.stream.size ? text : "<broken off>";
}

class EvidenceRoutes : public testing::Test {
 protected:
  http::Reply get(const std::string& path, const std::string& query = "") {
    for (const http::Route& route : routes_) {
      if (route.path == path) {
        return route.handler({"GET", path, query, {}});
      }
    }
    return http::error_reply(404, "no such route");
  }
  std::string body(const std::string& path, const std::string& query = "") {
    return text_of(get(path, query));
  }
  void write(std::string_view text) {
    test::write_bytes(file_ + ".tmp", text);
    std::filesystem::rename(file_ + ".tmp", file_);
  }
  /// Not 404, and why, on the routes; degraded in the status.
  void expect_unusable(std::string_view reason) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(get("/e/summary").status, 404);
    EXPECT_THAT(body("/e/summary"), HasSubstr(std::string{reason}));
    EXPECT_EQ(get("/e").status, 404);
    EXPECT_EQ(get("/status").status, 200);
    EXPECT_THAT(body("/status"), StartsWith(R"({"status":"degraded")"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, k_at_once);
  }

  test::TempDir folder_;
  std::string file_ = folder_ / ".ai_evidence.json";
  std::shared_ptr<Service> service_ = std::make_shared<Service>(file_);
  std::vector<http::Route> routes_ = make_routes("/e", service_);
};

TEST_F(EvidenceRoutes, health_never_touches_the_file) {
  write(sealed(document("m")));
  EXPECT_EQ(body("/health"), R"({"status":"ok"})");
  EXPECT_EQ(service_->store.loads(), 0U);
}

TEST_F(EvidenceRoutes, serve_every_view_of_a_valid_document) {
  const std::string text = sealed(document("m"));
  write(text);
  EXPECT_THAT(body("/status"), StartsWith(R"({"status":"ok")"));
  EXPECT_EQ(body("/e"), text);
  EXPECT_THAT(body("/e", "view=compact"), testing::Not(HasSubstr("consolidation")));
  EXPECT_THAT(body("/e/summary"), HasSubstr(R"("findings_count":1)"));
  EXPECT_THAT(body("/e/snapshot"), HasSubstr(R"("findings":[{"ruleId":"r")"));
  EXPECT_THAT(body("/e/findings", "severity=+warn"), HasSubstr(R"("severity":"warn")"));
  EXPECT_THAT(body("/e/rulesets", "bundle=B%401"), HasSubstr(R"("total_count":1)"));
  EXPECT_THAT(body("/e/platforms", "detectedOnly=no"), HasSubstr(R"("detectedOnly":false)"));
  EXPECT_THAT(body("/e/ledger", "lastSeenAfter=3"), HasSubstr(R"("ledger":[])"));
}

TEST_F(EvidenceRoutes, under_the_root_have_a_doubled_slash) {
  const auto routes = make_routes("/", service_);
  EXPECT_EQ(routes.back().path, "/");
  EXPECT_EQ(routes[2].path, "//summary");
}

TEST_F(EvidenceRoutes, health_and_status_come_before_a_base_of_that_name) {
  const auto routes = make_routes("/health", service_);
  EXPECT_EQ(routes.front().path, "/health");
  EXPECT_EQ(text_of(routes.front().handler({"GET", "/health", "", ""})), R"({"status":"ok"})");
}

TEST_F(EvidenceRoutes, a_missing_file_is_named) { expect_unusable("no evidence at " + file_); }

TEST_F(EvidenceRoutes, a_dangling_link_is_missing) {
  std::filesystem::create_symlink("nowhere", file_);
  expect_unusable("no evidence at ");
  EXPECT_THAT(body("/status"), HasSubstr(R"("exists":false)"));
}

TEST_F(EvidenceRoutes, a_folder_is_invalid) {
  std::filesystem::create_directory(file_);
  expect_unusable("the evidence is not valid: ");
  EXPECT_THAT(body("/status"), HasSubstr(R"("exists":true)"));
}

TEST_F(EvidenceRoutes, a_fifo_is_invalid_and_nobody_waits_for_it) {
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  expect_unusable("the evidence is not valid: ");
}

TEST_F(EvidenceRoutes, a_file_above_the_limit_is_refused_at_once) {
  write("");
  std::filesystem::resize_file(file_, std::uintmax_t{513} << 20);
  expect_unusable("the evidence is not valid: ");
}

TEST_F(EvidenceRoutes, nesting_without_end_is_refused) {
  constexpr std::size_t k_depth = 100'000;
  const std::string nested = std::string(k_depth, '[') + std::string(k_depth, ']');
  std::string text = sealed(document("m"));
  text.insert(1, "\"deep\":" + nested + ",");
  write(text);
  expect_unusable("the evidence is not valid: ");
}

TEST_F(EvidenceRoutes, a_sealed_document_of_wrong_shape_is_invalid) {
  for (const char* text :
       {R"({"version":"2.1"})", R"({"version":"2.1","snapshot":{"findings":null}})",
        R"({"version":"2.1","snapshot":{"findings":[]},"ledger":{},"platforms":{},"rulesets":[]})",
        R"({"version":"2.1","snapshot":{"findings":[]},"ledger":[],"platforms":{"x":null},)"
        R"("rulesets":[]})"}) {
    write(sealed(text));
    expect_unusable("the evidence is not valid: ");
  }
  write(sealed(document("m", R"(,{"ruleId":"r","severity":7,"code":"","message":"","file":""})")));
  expect_unusable("the evidence is not valid: ");
}

TEST_F(EvidenceRoutes, an_unchanged_file_is_read_once) {
  write(sealed(document("m")));
  // Younger files are read again on purpose.
  std::this_thread::sleep_for(std::chrono::milliseconds{2 * evidence::k_racy_age_ms});
  for (int i = 0; i < 10; ++i) {
    body("/e/findings");
    body("/status");
  }
  EXPECT_EQ(service_->store.loads(), 1U);
}

TEST_F(EvidenceRoutes, a_replaced_file_is_seen_by_the_next_request) {
  for (int i = 0; i < 50; ++i) {
    write(sealed(document("message " + std::to_string(i))));
    EXPECT_THAT(body("/e/findings"), HasSubstr("message " + std::to_string(i) + "\""));
  }
  std::filesystem::remove(file_);
  EXPECT_EQ(get("/e").status, 404);
}

TEST_F(EvidenceRoutes, a_rewrite_of_equal_size_within_one_tick_is_seen) {
  for (int i = 0; i < 50; ++i) {
    const std::string message = "message " + std::to_string(100 + i);
    test::write_bytes(file_, sealed(document(message)));
    EXPECT_THAT(body("/e/findings"), HasSubstr(message));
  }
}

TEST_F(EvidenceRoutes, a_file_cut_short_while_it_is_sent_breaks_the_answer_off) {
  std::string extra;
  for (int i = 0; i < 20'000; ++i) {
    extra += R"(,{"ruleId":"r","severity":"WARN","code":"C","message":")" + std::to_string(i) +
             R"(","file":"a.swift"})";
  }
  write(sealed(document("m", extra)));
  const http::Reply reply = get("/e");
  std::filesystem::resize_file(file_, 100'000);
  EXPECT_EQ(text_of(reply), "<broken off>");
  EXPECT_EQ(get("/e").status, 404);
}

TEST_F(EvidenceRoutes, an_answer_in_progress_keeps_the_document_it_began_with) {
  const std::string first = sealed(document("first"));
  write(first);
  const http::Reply reply = get("/e");
  write(sealed(document("second")));
  EXPECT_EQ(text_of(reply), first);
  EXPECT_THAT(body("/e"), HasSubstr("second"));
}

}  // namespace
}  // namespace pumuki::evidence_server
