#include "tests/mcp_fixtures/fixtures.h"

#include "gate/core/json_writer.h"

#include <chrono>
#include <thread>
#include <utility>

namespace pumuki::mcp_fixtures {
namespace {

constexpr std::string_view k_png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg"
    "==";
constexpr std::string_view k_wav =
    "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
constexpr std::string_view k_schema_2020_12 =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{)"
    R"("address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},)"
    R"("city":{"type":"string"}}}},"properties":{"name":{"type":"string"},)"
    R"("address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string",)"
    R"("enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},)"
    R"("allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],)"
    R"("if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},)"
    R"("then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false})";
constexpr auto k_step = std::chrono::milliseconds{50};

const std::string k_image =
    R"({"type":"image","data":")" + std::string{k_png} + R"(","mimeType":"image/png"})";
const std::string k_audio =
    R"({"type":"audio","data":")" + std::string{k_wav} + R"(","mimeType":"audio/wav"})";
const std::string k_text = R"({"type":"text","text":"Several kinds of content:"})";

std::string embedded(std::string_view uri) {
  JsonWriter json;
  json.begin_object().member("type", "resource").key("resource").begin_object();
  json.member("uri", uri).member("mimeType", "text/plain").member("text", "An embedded resource.");
  return json.end_object().end_object().take();
}

mcp::ToolAnswer content(std::string items) {
  mcp::ToolAnswer answer;
  answer.content = "[" + std::move(items) + "]";
  return answer;
}

mcp::ToolAnswer with_progress(const mcp::CallContext& context) {
  for (const double value : {0.0, 50.0, 100.0}) {
    context.progress(value, 100);
    std::this_thread::sleep_for(k_step);
  }
  return {"It is done.", {}, false};
}

mcp::ToolAnswer with_logging(const mcp::CallContext& context) {
  for (const std::string_view text : {"It begins.", "It goes on.", "It ends."}) {
    context.log(mcp::LogLevel::Info, text);
    std::this_thread::sleep_for(k_step);
  }
  return {"It was logged.", {}, false};
}

mcp::ToolAnswer missing_capability(const mcp::CallContext& context) {
  if (declared(context.params, "sampling")) {
    return {"The client can sample.", {}, false};
  }
  mcp::ToolAnswer answer;
  answer.refusal = mcp::RpcError{mcp::k_missing_capability, "The tool needs sampling.",
                                 R"({"requiredCapabilities":{"sampling":{}}})"};
  return answer;
}

mcp::ToolAnswer streaming_elicitation(const mcp::CallContext& context) {
  mcp::ToolAnswer answer{"Nothing was asked.", {}, false};
  if (declared(context.params, "elicitation")) {
    answer.input_required =
        ask_for_text(context.params, "user_name", "What is your name?").value_or("");
  }
  return answer;
}

std::vector<mcp::Tool> tools() {
  std::vector<mcp::Tool> tools;
  for (const char* name :
       {"test_simple_text", "test_image_content", "test_audio_content", "test_embedded_resource",
        "test_multiple_content_types", "test_error_handling", "test_tool_with_progress",
        "test_tool_with_logging", "test_missing_capability", "test_streaming_elicitation",
        "test_logging_tool", "test_input_required_result_elicitation",
        "test_input_required_result_sampling", "test_input_required_result_list_roots",
        "test_input_required_result_request_state", "test_input_required_result_multiple_inputs",
        "test_input_required_result_multi_round", "test_input_required_result_tampered_state",
        "test_input_required_result_capabilities"}) {
    tools.push_back({name, name, "For the conformance suite.", {}, {}, {}, R"({"type":"object"})"});
  }
  tools.push_back({"json_schema_2020_12_tool",
                   "Schema",
                   "Tool with JSON Schema 2020-12 features",
                   {},
                   {},
                   {},
                   std::string{k_schema_2020_12}});
  return tools;
}

mcp::Prompt prompt(std::string name, std::vector<mcp::Variable> arguments, std::string text) {
  return {name, name, "For the conformance suite.", std::move(arguments), std::move(text)};
}

std::string message(std::string_view content) {
  return R"({"role":"user","content":)" + std::string{content} + "}";
}

}  // namespace

mcp::Catalogue catalogue() {
  mcp::Catalogue all;
  all.server_name = "mcp-fixtures";
  all.server_title = "Fixtures";
  all.server_version = "1";
  all.server_description = "For the conformance suite.";
  all.instructions = "Only for tests.";
  all.logging = true;
  all.tools = tools();
  all.resources = {
      {"test://static-text", "static-text", "Text", "A text.", false, "text/plain"},
      {"test://static-binary", "static-binary", "Binary", "An image.", false, "image/png"},
      {"test://watched-resource", "watched-resource", "Watched", "It can change.", true,
       "text/plain"}};
  all.templates = {{"test://template/", {{"id"}}, "template", "Template", "Data by id.", "/data"}};
  all.prompts = {
      prompt("test_simple_prompt", {}, "A simple prompt."),
      prompt("test_prompt_with_arguments",
             {{"arg1", "First.", {"test", "other"}, true}, {"arg2", "Second.", {}, true}},
             "Prompt with arg1='{arg1}' and arg2='{arg2}'."),
      prompt("test_prompt_with_embedded_resource", {{"resourceUri", "Any.", {}, true}}, ""),
      prompt("test_prompt_with_image", {}, ""),
      prompt("test_input_required_result_prompt", {}, "The context is there.")};
  return all;
}

mcp::ToolAnswer FixtureService::call_tool(const mcp::Tool& tool,
                                          const mcp::Arguments& /*arguments*/,
                                          const mcp::CallContext& context) {
  const std::string_view name = tool.name;
  if (auto answer = input_tool(name, context.params)) {
    return *std::move(answer);
  }
  if (name == "test_image_content") {
    return content(k_image);
  }
  if (name == "test_audio_content") {
    return content(k_audio);
  }
  if (name == "test_embedded_resource") {
    return content(embedded("test://embedded-resource"));
  }
  if (name == "test_multiple_content_types") {
    return content(k_text + "," + k_image + "," + embedded("test://mixed-content-resource"));
  }
  if (name == "test_error_handling") {
    return mcp::tool_failure("This tool always fails.");
  }
  if (name == "test_tool_with_progress") {
    return with_progress(context);
  }
  if (name == "test_tool_with_logging" || name == "test_logging_tool") {
    return with_logging(context);
  }
  if (name == "test_missing_capability") {
    return missing_capability(context);
  }
  if (name == "test_streaming_elicitation") {
    return streaming_elicitation(context);
  }
  return {"A simple text.", {}, false};
}

std::expected<mcp::ResourceAnswer, std::string> FixtureService::read_resource(
    const mcp::ResourceAddress& address, const mcp::CallContext& /*context*/) {
  if (address.base == "test://static-binary") {
    return mcp::ResourceAnswer{std::string{k_png}, "image/png", true};
  }
  if (address.base == "test://template/") {
    JsonWriter json;
    json.begin_object().member("id", address.query).member("templateTest", true);
    json.member("data", "Data for ID: " + address.query).end_object();
    return mcp::ResourceAnswer{json.take()};
  }
  return mcp::ResourceAnswer{"The text of a static resource.", "text/plain"};
}

mcp::PromptAnswer FixtureService::get_prompt(const mcp::Prompt& prompt,
                                             const mcp::PromptArguments& arguments,
                                             const mcp::CallContext& context) {
  if (prompt.name == "test_prompt_with_embedded_resource") {
    return {"[" + message(embedded(arguments.front().second)) + "]"};
  }
  if (prompt.name == "test_prompt_with_image") {
    return {"[" + message(k_image) + "]"};
  }
  if (prompt.name == "test_input_required_result_prompt" && context.stateless) {
    if (auto input = ask_for_text(context.params, "user_context", "What context?")) {
      return {{}, *std::move(input)};
    }
  }
  return Service::get_prompt(prompt, arguments, context);
}

}  // namespace pumuki::mcp_fixtures
