#pragma once

#include "bridges/mcp/revisions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::mcp {

enum class ParameterType { String, Integer, Boolean };

/// One optional argument of a tool. The published schema and the check of a call both come from
/// here, so they cannot disagree.
struct Parameter {
  std::string name;
  ParameterType type = ParameterType::String;
  std::string description;
  /// String only: the values allowed; empty means any.
  std::vector<std::string> values = {};
};

/// Hints of the `annotations` member (mcp-protocol §6: all four on every tool).
struct Hints {
  bool read_only = true;
  bool destructive = false;
  bool idempotent = true;
  bool open_world = false;
};

struct Tool {
  std::string name;
  std::string title;
  /// Under 1024 characters; the first sentence says when to use the tool.
  std::string description;
  std::vector<Parameter> parameters;
  Hints hints;
};

struct Resource {
  std::string uri;
  std::string name;
  std::string title;
  std::string description;
};

/// A resource whose URI takes a query: `base{?a,b}` in the form of RFC 6570.
struct ResourceTemplate {
  std::string base;
  std::vector<std::string> variables;
  std::string name;
  std::string title;
  std::string description;
};

/// What a server offers. Fixed while the process lives; every resource is JSON.
struct Catalogue {
  std::string server_name;
  std::string server_title;
  std::string server_version;
  std::string server_description;
  std::string instructions;
  std::vector<Tool> tools;
  std::vector<Resource> resources;
  std::vector<ResourceTemplate> templates;
};

inline constexpr std::string_view k_resource_mime_type = "application/json";

/// Result objects, as JSON text, in the shape the revision wants.
std::string initialize_result(const Catalogue& catalogue, const Revision& revision);
std::string tools_result(const Catalogue& catalogue, const Revision& revision);
std::string resources_result(const Catalogue& catalogue, const Revision& revision);
std::string templates_result(const Catalogue& catalogue, const Revision& revision);

const Tool* find_tool(const Catalogue& catalogue, std::string_view name);

struct ResourceAddress {
  /// One of the listed URIs or template bases.
  std::string base;
  /// The text after '?', still percent-encoded.
  std::string query;
};

/// The listed resource or the template a URI belongs to. URIs are compared exactly; a query may
/// name only the template's variables. Nothing for any other URI.
std::optional<ResourceAddress> find_resource(const Catalogue& catalogue, std::string_view uri);

}  // namespace pumuki::mcp
