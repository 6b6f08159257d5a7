#include "bridges/mcp/catalogue.h"

#include "gate/core/json_writer.h"
#include "gate/core/text.h"

#include <algorithm>

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

void write_schema(JsonWriter& json, const Tool& tool) {
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
  write_schema(json, tool);
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
  json.member("mimeType", k_resource_mime_type).end_object();
}

constexpr std::string_view k_query_marks = "-._~!$'()*,;:@/?&=";

bool hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The characters RFC 3986 allows in a query, '+' left out: RFC 6570 writes it as %2B.
bool well_formed_query(std::string_view query) {
  for (std::size_t at = 0; at < query.size(); ++at) {
    const char c = query[at];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c == '%') {
      if (at + 2 >= query.size() || !hex_digit(query[at + 1]) || !hex_digit(query[at + 2])) {
        return false;
      }
    } else if (!letter && k_query_marks.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

bool expands(const ResourceTemplate& shape, std::string_view query) {
  if (query.empty() || !well_formed_query(query)) {
    return false;
  }
  const auto parts = split(query, '&');
  return std::ranges::all_of(parts, [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    return equals != std::string_view::npos &&
           std::ranges::find(shape.variables, part.substr(0, equals)) != shape.variables.end();
  });
}

}  // namespace

std::string initialize_result(const Catalogue& catalogue, const Revision& revision) {
  JsonWriter json;
  json.begin_object().member("protocolVersion", revision.name);
  json.key("capabilities").begin_object();
  json.member_raw("tools", "{}").member_raw("resources", "{}").end_object();
  json.key("serverInfo").begin_object().member("name", catalogue.server_name);
  if (revision.titles) {
    json.member("title", catalogue.server_title);
  }
  json.member("version", catalogue.server_version);
  if (revision.server_description) {
    json.member("description", catalogue.server_description);
  }
  json.end_object().member("instructions", catalogue.instructions).end_object();
  return json.take();
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
    json.begin_object();
    json.member("uriTemplate", shape.base + "{?" + join(shape.variables, ",") + "}");
    write_described(json, shape, revision);
  }
  json.end_array().end_object();
  return json.take();
}

const Tool* find_tool(const Catalogue& catalogue, std::string_view name) {
  const auto found = std::ranges::find(catalogue.tools, name, &Tool::name);
  return found == catalogue.tools.end() ? nullptr : &*found;
}

std::optional<ResourceAddress> find_resource(const Catalogue& catalogue, std::string_view uri) {
  if (std::ranges::find(catalogue.resources, uri, &Resource::uri) != catalogue.resources.end()) {
    return ResourceAddress{std::string{uri}, {}};
  }
  const std::size_t mark = uri.find('?');
  if (mark == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view base = uri.substr(0, mark);
  const std::string_view query = uri.substr(mark + 1);
  const auto shape = std::ranges::find(catalogue.templates, base, &ResourceTemplate::base);
  if (shape == catalogue.templates.end() || !expands(*shape, query)) {
    return std::nullopt;
  }
  return ResourceAddress{std::string{base}, std::string{query}};
}

}  // namespace pumuki::mcp
