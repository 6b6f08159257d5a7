#include "bridges/stdio/enterprise_service.h"

#include "bridges/stdio/identity.h"
#include "bridges/stdio/reply_text.h"
#include "gate/core/json_writer.h"

#include <string>
#include <variant>

namespace pumuki::stdio {
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
      backend_.call({{.method = "POST", .target = "/tool", .body = tool_body(tool, arguments)},
                     tool.hints.read_only},
                    context);
  if (!reply) {
    return mcp::tool_failure(reply.error());
  }
  const auto success = envelope_success(*reply);
  if (!success) {
    return mcp::tool_failure(unusable_reply(backend_.address_text(), *reply));
  }
  return {reply->body, reply->body, !*success};
}

std::expected<mcp::ResourceAnswer, std::string> EnterpriseService::read_resource(
    const mcp::ResourceAddress& address, const mcp::CallContext& context) {
  auto reply =
      backend_.call({{.target = "/resource?uri=" + percent_encode(address.base)}}, context);
  if (!reply) {
    return std::unexpected{std::move(reply.error())};
  }
  if (!is_json_reply(*reply)) {
    return std::unexpected{unusable_reply(backend_.address_text(), *reply)};
  }
  return mcp::ResourceAnswer{std::move(reply->body)};
}

}  // namespace pumuki::stdio
