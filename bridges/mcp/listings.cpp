#include "bridges/mcp/listings.h"

#include "gate/core/json_writer.h"

namespace pumuki::mcp {
namespace {

std::string_view type_name(ParameterType type) {
  switch (type) {
    case ParameterType::Integer:
      return "integer";
    case ParameterType::Boolean:
      return "boolean";
    case ParameterType::String:
      break;
  }
  return "string";
}

void write_parameter(JsonWriter& json, const Parameter& parameter) {
  json.key(parameter.name).begin_object();
  json.member("type", type_name(parameter.type));
  json.member("description", parameter.description);
  if (!parameter.values.empty()) {
    json.member("enum", parameter.values);
  }
  if (parameter.type == ParameterType::Integer) {
    json.member("minimum", 0);
  }
  json.end_object();
}

void write_input_schema(JsonWriter& json, const Tool& tool) {
  if (!tool.input_schema.empty()) {
    json.member_raw("inputSchema", tool.input_schema);
    return;
  }
  json.key("inputSchema").begin_object().member("type", "object");
  if (!tool.parameters.empty()) {
    json.key("properties").begin_object();
    for (const Parameter& parameter : tool.parameters) {
      write_parameter(json, parameter);
    }
    json.end_object();
  }
  json.member("additionalProperties", false).end_object();
}

void write_tool(JsonWriter& json, const Tool& tool, const Revision& revision) {
  json.begin_object().member("name", tool.name);
  if (revision.titles) {
    json.member("title", tool.title);
  }
  json.member("description", tool.description);
  write_input_schema(json, tool);
  if (revision.structured_content && !tool.output_schema.empty()) {
    json.member_raw("outputSchema", tool.output_schema);
  }
  if (revision.tool_annotations) {
    json.key("annotations").begin_object().member("title", tool.title);
    json.member("readOnlyHint", tool.hints.read_only);
    json.member("destructiveHint", tool.hints.destructive);
    json.member("idempotentHint", tool.hints.idempotent);
    json.member("openWorldHint", tool.hints.open_world).end_object();
  }
  json.end_object();
}

/// The members that resources and templates share, and the end of the object.
template <class T>
void write_described(JsonWriter& json, const T& item, const Revision& revision) {
  json.member("name", item.name);
  if (revision.titles) {
    json.member("title", item.title);
  }
  json.member("description", item.description);
  json.member("mimeType", item.mime_type).end_object();
}

void write_prompt(JsonWriter& json, const Prompt& prompt, const Revision& revision) {
  json.begin_object().member("name", prompt.name);
  if (revision.titles) {
    json.member("title", prompt.title);
  }
  json.member("description", prompt.description);
  if (!prompt.arguments.empty()) {
    json.key("arguments").begin_array();
    for (const Variable& argument : prompt.arguments) {
      json.begin_object().member("name", argument.name);
      json.member("description", argument.description);
      json.member("required", argument.required).end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void write_capabilities(JsonWriter& json, const Catalogue& catalogue, const Revision& revision) {
  json.key("capabilities").begin_object().member_raw("tools", "{}");
  json.member_raw("resources", offers_subscriptions(catalogue) ? R"({"subscribe":true})" : "{}");
  if (offers_prompts(catalogue)) {
    json.member_raw("prompts", "{}");
  }
  if (offers_completions(catalogue) && revision.completions_capability) {
    json.member_raw("completions", "{}");
  }
  if (catalogue.logging) {
    json.member_raw("logging", "{}");
  }
  json.end_object();
}

}  // namespace

std::string server_info(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().member("name", catalogue.server_name);
  if (revision.titles) {
    json.member("title", catalogue.server_title);
  }
  json.member("version", catalogue.server_version);
  if (revision.server_description) {
    json.member("description", catalogue.server_description);
  }
  return json.end_object().take();
}

std::string initialize_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().member("protocolVersion", revision.name);
  write_capabilities(json, catalogue, revision);
  json.member_raw("serverInfo", server_info(catalogue, revision));
  json.member("instructions", catalogue.instructions).end_object();
  return json.take();
}

std::string discover_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().member("supportedVersions", supported_versions());
  write_capabilities(json, catalogue, revision);
  json.member("instructions", catalogue.instructions).end_object();
  return json.take();
}

std::vector<std::string> supported_versions() {
  std::vector<std::string> names;
  for (const Revision& revision : revisions()) {
    names.emplace(names.begin(), revision.name);
  }
  return names;
}

std::string tools_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("tools").begin_array();
  for (const Tool& tool : catalogue.tools) {
    write_tool(json, tool, revision);
  }
  json.end_array().end_object();
  return json.take();
}

std::string resources_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("resources").begin_array();
  for (const Resource& resource : catalogue.resources) {
    json.begin_object().member("uri", resource.uri);
    write_described(json, resource, revision);
  }
  json.end_array().end_object();
  return json.take();
}

std::string templates_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("resourceTemplates").begin_array();
  for (const ResourceTemplate& shape : catalogue.templates) {
    json.begin_object().member("uriTemplate", uri_template(shape));
    write_described(json, shape, revision);
  }
  json.end_array().end_object();
  return json.take();
}

std::string prompts_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().key("prompts").begin_array();
  for (const Prompt& prompt : catalogue.prompts) {
    write_prompt(json, prompt, revision);
  }
  json.end_array().end_object();
  return json.take();
}

}  // namespace pumuki::mcp
