#include "bridges/stdio/evidence_service.h"

#include "bridges/stdio/evidence_catalogue.h"
#include "bridges/stdio/identity.h"
#include "bridges/stdio/reply_text.h"

#include <variant>

namespace pumuki::stdio {
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

}  // namespace

mcp::ToolAnswer EvidenceService::call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                                           const mcp::CallContext& context) {
  const auto path = evidence_path(evidence_key(tool.name), route_);
  if (!path) {
    return mcp::tool_failure("The tool " + tool.name + " has no address.");
  }
  auto text = fetch(with_query(*path, query_of(arguments)), context);
  if (!text) {
    return mcp::tool_failure(std::move(text.error()));
  }
  return {*text, *text, false};
}

std::expected<mcp::ResourceAnswer, std::string> EvidenceService::read_resource(
    const mcp::ResourceAddress& address, const mcp::CallContext& context) {
  const auto path = evidence_path(evidence_key(address.base), route_);
  if (!path) {
    return std::unexpected{"The resource " + address.base + " has no address."};
  }
  auto text = fetch(with_query(*path, address.query), context);
  if (!text) {
    return std::unexpected{std::move(text.error())};
  }
  return mcp::ResourceAnswer{*std::move(text)};
}

EvidenceService::Text EvidenceService::fetch(const std::string& target,
                                             const mcp::CallContext& context) {
  auto reply = backend_.call({{.target = target}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error())};
  }
  if (is_json_reply(*reply)) {
    return std::move(reply->body);
  }
  if (reply->status != k_not_found) {
    return std::unexpected{unusable_reply(backend_.address_text(), *reply)};
  }
  if (auto problem = evidence_problem(*reply, context)) {
    return std::unexpected{*std::move(problem)};
  }
  return fetch_again(target, context);
}

/// The evidence is there but the path is not: a configured server with another route, or evidence
/// that was written in between.
EvidenceService::Text EvidenceService::fetch_again(const std::string& target,
                                                   const mcp::CallContext& context) {
  backend_.distrust();
  auto reply = backend_.call({{.target = target}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error())};
  }
  if (!is_json_reply(*reply)) {
    return std::unexpected{unusable_reply(backend_.address_text(), *reply)};
  }
  return std::move(reply->body);
}

std::optional<std::string> EvidenceService::evidence_problem(const HttpReply& not_found,
                                                             const mcp::CallContext& context) {
  const auto status = backend_.call({{.target = "/status"}}, context);
  if (!status) {
    return status.error();
  }
  const auto state = evidence_state(*status);
  if (!state) {
    return unusable_reply(backend_.address_text(), *status);
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

}  // namespace pumuki::stdio
