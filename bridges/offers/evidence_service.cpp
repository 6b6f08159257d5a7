#include "bridges/offers/evidence_service.h"

#include "bridges/mcp/json_view.h"
#include "bridges/offers/evidence_catalogue.h"
#include "bridges/offers/pages.h"
#include "bridges/offers/reply.h"

#include <algorithm>
#include <array>
#include <variant>

namespace pumuki::offers {
namespace {

constexpr int k_not_found = 404;

std::string value_text(const mcp::ArgumentValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  return std::get<std::string>(value);
}

std::string with_query(std::string path, const std::string& query) {
  return query.empty() ? path : std::move(path) + "?" + query;
}

std::string query_of(const mcp::Arguments& arguments) {
  std::string query;
  for (const mcp::Argument& argument : arguments.all()) {
    query += query.empty() ? "" : "&";
    query += argument.name + "=" + percent_encode(value_text(argument.value));
  }
  return query;
}

/// Page sizes to try, until one fits.
constexpr std::array<std::uint64_t, 4> k_page_sizes{k_max_page_entries, 20, 4, 1};

std::string uri_of(std::string_view key, const std::string& query) {
  return with_query("evidence://" + std::string{key}, query);
}

}  // namespace

mcp::ToolAnswer EvidenceService::call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                                           const mcp::CallContext& context) {
  const std::string_view key = evidence_key(tool.name);
  auto page = view(key, query_of(arguments), context);
  if (!page) {
    return mcp::tool_failure(std::move(page.error()));
  }
  mcp::ToolAnswer answer{page->text, page->text, false};
  if (!page->next.empty()) {
    answer.links.push_back(
        {uri_of(key, page->next), std::string{key} + "-rest", "The rest begins with this page."});
  }
  return answer;
}

std::expected<mcp::ResourceAnswer, std::string> EvidenceService::read_resource(
    const mcp::ResourceAddress& address, const mcp::CallContext& context) {
  const std::string_view key = evidence_key(address.base);
  auto page = view(key, address.query, context);
  if (!page) {
    return std::unexpected{std::move(page.error())};
  }
  mcp::ResourceAnswer answer{std::move(page->text)};
  if (!page->next.empty()) {
    answer.next = uri_of(key, page->next);
  }
  return answer;
}

EvidenceService::Paged EvidenceService::view(std::string_view key, const std::string& query,
                                             const mcp::CallContext& context) {
  auto text = fetch(key, query, context);
  if (text && text->size() <= k_max_page_bytes) {
    return Page{*std::move(text), {}};
  }
  if (!text && !text.error().too_large) {
    return std::unexpected{std::move(text.error().message)};
  }
  if (evidence_has_pages(key)) {
    return first_page(key, query, context);
  }
  const std::string why = text ? "The answer has more than " + std::to_string(k_max_page_bytes) +
                                     " bytes, too many for one message."
                               : text.error().message;
  return std::unexpected{why + " Read the findings page by page, beginning at " +
                         uri_of("findings", PagedQuery{""}.page(k_max_page_entries, 0)) + "."};
}

/// Smaller pages than asked for, the largest that fits.
EvidenceService::Paged EvidenceService::first_page(std::string_view key, const std::string& query,
                                                   const mcp::CallContext& context) {
  const PagedQuery paged{query};
  for (const std::uint64_t size : k_page_sizes) {
    if (paged.limit() && size >= *paged.limit()) {
      continue;
    }
    auto text = fetch(key, paged.page(size, paged.offset()), context);
    if (!text && !text.error().too_large) {
      return std::unexpected{std::move(text.error().message)};
    }
    if (text && text->size() <= k_max_page_bytes) {
      const bool more = has_more(*text);
      return Page{*std::move(text), more ? paged.page(size, paged.offset() + size) : ""};
    }
  }
  return std::unexpected{"One entry alone is too large for one message."};
}

std::vector<std::string> EvidenceService::complete(std::string_view /*argument*/,
                                                   const mcp::CallContext& context) {
  const auto page = view("findings", "", context);
  std::vector<std::string> rules;
  if (!page) {
    return rules;
  }
  const auto findings = mcp::json_member(page->text, "findings");
  for (const auto finding : mcp::json_elements(findings.value_or(std::string_view{}))) {
    if (auto rule = mcp::json_text_of(mcp::json_member(finding, "ruleId"))) {
      rules.push_back(*std::move(rule));
    }
  }
  std::ranges::sort(rules);
  rules.erase(std::ranges::unique(rules).begin(), rules.end());
  return rules;
}

EvidenceService::Text EvidenceService::fetch(std::string_view key, const std::string& query,
                                             const mcp::CallContext& context) {
  const auto path = evidence_path(key, route_);
  if (!path) {
    return std::unexpected{UpstreamFailure{"There is no address for " + std::string{key} + "."}};
  }
  const std::string target = with_query(*path, query);
  auto reply = upstream_.call({{.target = target}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error())};
  }
  if (is_json_reply(*reply)) {
    return std::move(reply->body);
  }
  if (reply->status != k_not_found) {
    return std::unexpected{UpstreamFailure{unusable_reply(upstream_.address_text(), *reply)}};
  }
  if (auto problem = evidence_problem(*reply, context)) {
    return std::unexpected{UpstreamFailure{*std::move(problem)}};
  }
  return fetch_again(target, context);
}

/// The evidence is there but the path is not: a configured server with another route, or evidence
/// that was written in between.
EvidenceService::Text EvidenceService::fetch_again(const std::string& target,
                                                   const mcp::CallContext& context) {
  upstream_.distrust();
  auto reply = upstream_.call({{.target = target}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error())};
  }
  if (!is_json_reply(*reply)) {
    return std::unexpected{UpstreamFailure{unusable_reply(upstream_.address_text(), *reply)}};
  }
  return std::move(reply->body);
}

std::optional<std::string> EvidenceService::evidence_problem(const HttpReply& not_found,
                                                             const mcp::CallContext& context) {
  const auto status = upstream_.call({{.target = "/status"}}, context);
  if (!status) {
    return status.error().message;
  }
  const auto state = evidence_state(*status);
  if (!state) {
    return unusable_reply(upstream_.address_text(), *status);
  }
  if (state->valid) {
    return std::nullopt;
  }
  std::string text = state->exists ? "The evidence of " + root_ + " is not valid"
                                   : "There is no evidence in " + root_;
  text += state->version.empty() ? "" : " (version " + state->version + ")";
  const auto reason = error_text(not_found);
  text += reason ? ": " + *reason : ".";
  return text + " Generate the evidence for this tree again, then ask again.";
}

}  // namespace pumuki::offers
