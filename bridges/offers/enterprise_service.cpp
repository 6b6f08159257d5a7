#include "bridges/offers/enterprise_service.h"

#include "bridges/mcp/json_view.h"
#include "bridges/offers/reply.h"
#include "gate/core/json_writer.h"

#include <string>
#include <variant>

namespace pumuki::offers {
namespace {

constexpr std::string_view k_dry_run = "dryRun";

std::string tool_body(const mcp::Tool& tool, const mcp::Arguments& arguments) {
  JsonWriter json;
  json.begin_object().member("name", tool.name).key("args").begin_object();
  for (const mcp::Argument& argument : arguments.all()) {
    if (argument.name != k_dry_run) {
      std::visit([&](const auto& value) { json.member(argument.name, value); }, argument.value);
    }
  }
  json.end_object().member(k_dry_run, arguments.flag(k_dry_run).value_or(true)).end_object();
  return json.take();
}

}  // namespace

mcp::ToolAnswer EnterpriseService::call_tool(const mcp::Tool& tool, const mcp::Arguments& arguments,
                                             const mcp::CallContext& context) {
  const auto reply =
      upstream_.call({{.method = "POST", .target = "/tool", .body = tool_body(tool, arguments)},
                      tool.hints.read_only},
                     context);
  if (!reply) {
    return mcp::tool_failure(reply.error().message);
  }
  const auto success = envelope_success(*reply);
  if (!success) {
    return mcp::tool_failure(unusable_reply(upstream_.address_text(), *reply));
  }
  return {reply->body, reply->body, !*success};
}

std::expected<mcp::ResourceAnswer, std::string> EnterpriseService::read_resource(
    const mcp::ResourceAddress& address, const mcp::CallContext& context) {
  auto reply =
      upstream_.call({{.target = "/resource?uri=" + percent_encode(address.base)}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error().message)};
  }
  if (!is_json_reply(*reply)) {
    return std::unexpected{unusable_reply(upstream_.address_text(), *reply)};
  }
  return mcp::ResourceAnswer{std::move(reply->body)};
}

/// The change that the SDD session works on, if there is one.
std::vector<std::string> EnterpriseService::complete(std::string_view /*argument*/,
                                                     const mcp::CallContext& context) {
  const auto answer = read_resource({"sdd://active-change", {}}, context);
  if (!answer) {
    return {};
  }
  const auto payload = mcp::json_member(answer->text, "payload");
  auto change = mcp::json_text_of(mcp::json_member(payload, "changeId"));
  return change ? std::vector{*std::move(change)} : std::vector<std::string>{};
}

}  // namespace pumuki::offers
