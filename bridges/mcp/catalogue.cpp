#include "bridges/mcp/catalogue.h"

#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::mcp {
namespace {

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

bool is_path_piece(std::string_view text) {
  return !text.empty() && text.find_first_of("/?&=") == std::string_view::npos &&
         well_formed_query(text);
}

/// The value of the variable in `base{variable}suffix`.
std::optional<std::string_view> path_value(const ResourceTemplate& shape, std::string_view uri) {
  if (shape.suffix.empty() || uri.size() <= shape.base.size() + shape.suffix.size() ||
      !uri.starts_with(shape.base) || !uri.ends_with(shape.suffix)) {
    return std::nullopt;
  }
  const auto value =
      uri.substr(shape.base.size(), uri.size() - shape.base.size() - shape.suffix.size());
  return is_path_piece(value) ? std::optional{value} : std::nullopt;
}

bool expands(const ResourceTemplate& shape, std::string_view query) {
  if (query.empty() || !well_formed_query(query)) {
    return false;
  }
  const auto parts = split(query, '&');
  return std::ranges::all_of(parts, [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    return equals != std::string_view::npos &&
           std::ranges::find(shape.variables, part.substr(0, equals), &Variable::name) !=
               shape.variables.end();
  });
}

bool completes(const std::vector<Variable>& variables) {
  return std::ranges::any_of(variables, [](const Variable& variable) {
    return variable.asked || !variable.values.empty();
  });
}

template <class T>
const T* find_by_name(const std::vector<T>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &T::name);
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

bool offers_prompts(const Catalogue& catalogue) { return !catalogue.prompts.empty(); }

bool offers_completions(const Catalogue& catalogue) {
  return std::ranges::any_of(catalogue.prompts, completes, &Prompt::arguments) ||
         std::ranges::any_of(catalogue.templates, completes, &ResourceTemplate::variables);
}

bool offers_subscriptions(const Catalogue& catalogue) {
  return std::ranges::any_of(catalogue.resources, &Resource::watched);
}

const Tool* find_tool(const Catalogue& catalogue, std::string_view name) {
  return find_by_name(catalogue.tools, name);
}

const Prompt* find_prompt(const Catalogue& catalogue, std::string_view name) {
  return find_by_name(catalogue.prompts, name);
}

const ResourceTemplate* find_template(const Catalogue& catalogue, std::string_view text) {
  const auto found = std::ranges::find(catalogue.templates, text, uri_template);
  return found == catalogue.templates.end() ? nullptr : &*found;
}

const Resource* find_watched(const Catalogue& catalogue, std::string_view uri) {
  const auto found = std::ranges::find(catalogue.resources, uri, &Resource::uri);
  return found == catalogue.resources.end() || !found->watched ? nullptr : &*found;
}

std::string uri_template(const ResourceTemplate& shape) {
  std::vector<std::string> names;
  names.reserve(shape.variables.size());
  for (const Variable& variable : shape.variables) {
    names.push_back(variable.name);
  }
  return shape.base + (shape.suffix.empty() ? "{?" : "{") + join(names, ",") + "}" + shape.suffix;
}

std::optional<ResourceAddress> find_resource(const Catalogue& catalogue, std::string_view uri) {
  if (std::ranges::find(catalogue.resources, uri, &Resource::uri) != catalogue.resources.end()) {
    return ResourceAddress{std::string{uri}, {}};
  }
  for (const ResourceTemplate& shape : catalogue.templates) {
    if (const auto value = path_value(shape, uri)) {
      return ResourceAddress{shape.base, std::string{*value}};
    }
  }
  const std::size_t mark = uri.find('?');
  if (mark == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view base = uri.substr(0, mark);
  const std::string_view query = uri.substr(mark + 1);
  const auto shape = std::ranges::find(catalogue.templates, base, &ResourceTemplate::base);
  if (shape == catalogue.templates.end() || !shape->suffix.empty() || !expands(*shape, query)) {
    return std::nullopt;
  }
  return ResourceAddress{std::string{base}, std::string{query}};
}

}  // namespace pumuki::mcp
