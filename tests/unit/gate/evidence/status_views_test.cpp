#include "gate/evidence/status.h"
#include "tests/unit/gate/evidence/views_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pumuki::evidence {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string unusable(Kind kind, std::optional<std::string> version) {
  Loaded loaded;
  loaded.summary.kind = kind;
  loaded.summary.path = "/r/.ai_evidence.json";
  loaded.summary.version = std::move(version);
  const auto index = build_index(std::move(loaded));
  EXPECT_EQ(index->summary_body, nullptr);
  return *index->status_body;
}

TEST(Status, of_a_missing_file) {
  EXPECT_THAT(unusable(Kind::Missing, {}),
              EndsWith(R"("evidence":{"path":"/r/.ai_evidence.json","exists":false,)"
                       R"("present":false,"valid":false,"version":null,"findings_count":0}})"));
}

TEST(Status, of_an_invalid_file_keeps_its_version) {
  EXPECT_THAT(unusable(Kind::Invalid, "2.0"),
              EndsWith(R"("exists":true,"present":true,"valid":false,"version":"2.0",)"
                       R"("findings_count":0}})"));
  EXPECT_THAT(unusable(Kind::Invalid, {}), HasSubstr(R"("version":null)"));
  EXPECT_THAT(unusable(Kind::Invalid, {}), StartsWith(R"({"status":"degraded")"));
}

TEST(Status, of_a_valid_file_lists_all_platforms_by_code_unit) {
  HandMade made;
  made.collections().platforms = {{"b", false, "LOW"}, {"B", true, "LOW"}, {"a", {}, {}}};
  const std::string body = *made.index()->status_body;
  EXPECT_THAT(body, StartsWith(R"({"status":"ok","context_api":{"endpoints":["/health",)"));
  EXPECT_THAT(body, HasSubstr(R"("valid":true,"version":"2.1","timestamp":"t","stage":"CI",)"));
  EXPECT_THAT(body, EndsWith(R"("platforms":["B","a","b"]}})"));
}

TEST(Status, advertises_the_constant_interface) {
  const std::string body = unusable(Kind::Missing, {});
  EXPECT_THAT(body, HasSubstr(R"("filters":{"findings":["severity","ruleId","platform",)"
                              R"("limit","offset","maxLimit"])"));
  EXPECT_THAT(body, HasSubstr(R"("pagination_bounds":{"findings":{"max_limit":100},)"));
}

TEST(Summary, lists_detected_platforms_in_collated_order) {
  HandMade made;
  made.collections().platforms = {{"b", true, "LOW"}, {"B", true, "LOW"}, {"a", {}, {}}};
  EXPECT_THAT(*made.index()->summary_body,
              EndsWith(R"("platforms":[{"platform":"b","detected":true,"confidence":"LOW"},)"
                       R"({"platform":"B","detected":true,"confidence":"LOW"}]})"));
}

TEST(Summary, leaves_out_what_the_file_does_not_have) {
  HandMade made;
  made.collections().timestamp_json = {};
  made.collections().stage_json = {};
  EXPECT_THAT(*made.index()->summary_body,
              StartsWith(R"({"version":"2.1","snapshot":{"outcome":"PASS","has_findings":false,)"));
}

}  // namespace
}  // namespace pumuki::evidence
