#include "bridges/offers/enterprise_catalogue.h"
#include "bridges/offers/enterprise_service.h"
#include "bridges/offers/evidence_catalogue.h"
#include "bridges/offers/evidence_service.h"
#include "bridges/offers/pages.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace pumuki::offers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Answers as the test says and remembers the targets.
class FakeUpstream final : public Upstream {
 public:
  using Answer = std::function<std::expected<HttpReply, UpstreamFailure>(const std::string&)>;
  explicit FakeUpstream(Answer answer) : answer_(std::move(answer)) {}

  std::expected<HttpReply, UpstreamFailure> call(const UpstreamCall& call,
                                                 const mcp::CallContext& /*context*/) override {
    targets.push_back(call.request.target);
    return answer_(call.request.target);
  }
  [[nodiscard]] std::string address_text() const override { return "127.0.0.1:1"; }
  void distrust() override {}

  std::vector<std::string> targets;

 private:
  Answer answer_;
};

HttpReply json(std::string body) { return {200, "application/json", std::move(body), true}; }

/// A list of `total` entries of `size` bytes each, paged as the server does.
std::expected<HttpReply, UpstreamFailure> big_list(const std::string& target, std::uint64_t total,
                                                   std::size_t size) {
  const PagedQuery query{target.substr(std::min(target.find('?') + 1, target.size()))};
  const std::uint64_t count =
      std::min(query.limit().value_or(total), total - std::min(total, query.offset()));
  std::string body = R"({"findings":[)";
  for (std::uint64_t i = 0; i < count; ++i) {
    body += (i == 0 ? "\"" : ",\"") + std::string(size, 'x') + "\"";
  }
  const bool more = query.offset() + count < total;
  body += std::string{R"(],"pagination":{"has_more":)"} + (more ? "true" : "false") + "}}";
  if (body.size() > k_max_reply_bytes) {
    return std::unexpected{UpstreamFailure{"It is too large.", true}};
  }
  return json(std::move(body));
}

class EvidenceOffers : public ::testing::Test {
 protected:
  const mcp::Tool& tool(std::string_view name) { return *mcp::find_tool(catalogue, name); }
  mcp::ToolAnswer call(Upstream& upstream, std::string_view name,
                       std::vector<mcp::Argument> arguments = {}) {
    EvidenceService service{upstream, "/ai-evidence", "/repo"};
    return service.call_tool(tool(name), mcp::Arguments{std::move(arguments)}, {});
  }

  mcp::Catalogue catalogue = evidence_catalogue("test");
};

TEST_F(EvidenceOffers, a_list_that_fits_is_given_whole) {
  FakeUpstream upstream{[](const std::string& target) { return big_list(target, 5, 10); }};
  const auto answer = call(upstream, "evidence_findings");
  EXPECT_FALSE(answer.is_error);
  EXPECT_EQ(answer.text, answer.structured);
  EXPECT_THAT(answer.links, IsEmpty());
  EXPECT_THAT(upstream.targets, ElementsAre("/ai-evidence/findings"));
}

TEST_F(EvidenceOffers, a_large_list_gives_its_first_page_and_a_link_to_the_rest) {
  FakeUpstream upstream{[](const std::string& target) { return big_list(target, 1000, 20'000); }};
  const auto answer = call(upstream, "evidence_findings", {{"severity", std::string{"a b"}}});
  EXPECT_FALSE(answer.is_error);
  EXPECT_LE(answer.text.size(), k_max_page_bytes);
  ASSERT_EQ(answer.links.size(), 1U);
  EXPECT_EQ(answer.links.front().uri, "evidence://findings?severity=a%20b&limit=100&offset=100");
  EXPECT_TRUE(mcp::find_resource(catalogue, answer.links.front().uri));
}

TEST_F(EvidenceOffers, a_page_of_large_entries_shrinks_until_it_fits) {
  FakeUpstream upstream{[](const std::string& target) { return big_list(target, 30, 1'000'000); }};
  const auto answer = call(upstream, "evidence_findings",
                           {{"limit", std::int64_t{50}}, {"offset", std::int64_t{10}}});
  EXPECT_FALSE(answer.is_error);
  ASSERT_EQ(answer.links.size(), 1U);
  EXPECT_EQ(answer.links.front().uri, "evidence://findings?limit=1&offset=11");
}

TEST_F(EvidenceOffers, an_entry_that_fits_nowhere_is_an_error) {
  FakeUpstream upstream{[](const std::string& target) { return big_list(target, 2, 4'000'000); }};
  EXPECT_TRUE(call(upstream, "evidence_findings").is_error);
}

TEST_F(EvidenceOffers, what_has_no_pages_names_the_list_that_has) {
  FakeUpstream upstream{[](const std::string&) -> std::expected<HttpReply, UpstreamFailure> {
    return std::unexpected{UpstreamFailure{"It is too large.", true}};
  }};
  const auto answer = call(upstream, "evidence_snapshot");
  EXPECT_TRUE(answer.is_error);
  EXPECT_THAT(answer.text, HasSubstr("evidence://findings?limit=100&offset=0"));
}

TEST_F(EvidenceOffers, a_large_resource_names_its_next_page) {
  FakeUpstream upstream{[](const std::string& target) { return big_list(target, 1000, 20'000); }};
  EvidenceService service{upstream, "/ai-evidence", "/repo"};
  const auto answer = service.read_resource({"evidence://findings", ""}, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->next, "evidence://findings?limit=100&offset=100");
}

TEST_F(EvidenceOffers, rule_ids_are_completed_from_the_findings) {
  FakeUpstream upstream{[](const std::string&) {
    return json(R"({"findings":[{"ruleId":"b"},{"ruleId":"a"},{"ruleId":"b"},{"x":1}]})");
  }};
  EvidenceService service{upstream, "/ai-evidence", "/repo"};
  EXPECT_THAT(service.complete("ruleId", {}), ElementsAre("a", "b"));
}

TEST(EnterpriseOffers, the_change_of_the_session_is_completed) {
  FakeUpstream upstream{[](const std::string&) {
    return json(R"({"uri":"sdd://active-change","payload":{"changeId":"add-login"}})");
  }};
  EnterpriseService service{upstream};
  EXPECT_THAT(service.complete("change", {}), ElementsAre("add-login"));
}

TEST(Offers, every_word_in_braces_of_a_prompt_is_one_of_its_arguments) {
  for (const auto& catalogue : {evidence_catalogue("x"), enterprise_catalogue("x")}) {
    for (const mcp::Prompt& prompt : catalogue.prompts) {
      for (std::size_t at = prompt.text.find('{'); at != std::string::npos;
           at = prompt.text.find('{', at + 1)) {
        const auto name = prompt.text.substr(at + 1, prompt.text.find('}', at) - at - 1);
        EXPECT_NE(std::ranges::find(prompt.arguments, name, &mcp::Variable::name),
                  prompt.arguments.end())
            << prompt.name << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace pumuki::offers
