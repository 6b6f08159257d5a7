#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::mcp {

inline constexpr std::string_view k_resource_mime_type = "application/json";

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
  /// JSON Schema of `structuredContent`, an object schema; empty: none is published.
  std::string output_schema = {};
  /// JSON Schema that replaces the one of `parameters`; the arguments are then not checked here.
  std::string input_schema = {};
};

struct Resource {
  std::string uri;
  std::string name;
  std::string title;
  std::string description;
  /// Clients may subscribe to it.
  bool watched = false;
  std::string mime_type = std::string{k_resource_mime_type};
};

/// A variable of a URI template or an argument of a prompt.
struct Variable {
  std::string name;
  std::string description = {};
  /// Values to offer as completions; others are allowed as well.
  std::vector<std::string> values = {};
  bool required = false;
  /// Service::complete() knows the values.
  bool asked = false;
};

/// A resource whose URI has variables, in the form of RFC 6570: `base{?a,b}`, or `base{a}suffix`
/// when there is a suffix.
struct ResourceTemplate {
  std::string base;
  std::vector<Variable> variables;
  std::string name;
  std::string title;
  std::string description;
  std::string suffix = {};
  std::string mime_type = std::string{k_resource_mime_type};
};

struct Prompt {
  std::string name;
  std::string title;
  std::string description;
  std::vector<Variable> arguments;
  /// The message of the user; `{argument}` stands for its value, which may be empty.
  std::string text;
};

/// What a server offers. Fixed while the process lives.
struct Catalogue {
  std::string server_name;
  std::string server_title;
  std::string server_version;
  std::string server_description;
  std::string instructions;
  std::vector<Tool> tools;
  std::vector<Resource> resources;
  std::vector<ResourceTemplate> templates;
  std::vector<Prompt> prompts = {};
  /// Log messages are offered to clients.
  bool logging = false;
};

/// What of it is declared and served.
bool offers_prompts(const Catalogue& catalogue);
bool offers_completions(const Catalogue& catalogue);
bool offers_subscriptions(const Catalogue& catalogue);

const Tool* find_tool(const Catalogue& catalogue, std::string_view name);
const Prompt* find_prompt(const Catalogue& catalogue, std::string_view name);
/// By the text that the list of templates shows.
const ResourceTemplate* find_template(const Catalogue& catalogue, std::string_view uri_template);
const Resource* find_watched(const Catalogue& catalogue, std::string_view uri);
std::string uri_template(const ResourceTemplate& shape);

struct ResourceAddress {
  /// One of the listed URIs or template bases.
  std::string base;
  /// The text after '?', or the value of the variable of a template with a suffix; still
  /// percent-encoded.
  std::string query;
};

/// The listed resource or the template a URI belongs to. URIs are compared exactly; a query may
/// name only the template's variables. Nothing for any other URI.
std::optional<ResourceAddress> find_resource(const Catalogue& catalogue, std::string_view uri);

}  // namespace pumuki::mcp
