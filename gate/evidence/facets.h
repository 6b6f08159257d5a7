#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// One derived member of /summary and /status. `json` is its value.
struct Facet {
  std::string name;
  std::string json;
};

/// In the order they are served.
using FacetList = std::vector<Facet>;

void add_facet(FacetList& list, std::string_view name, double number);
void add_facet(FacetList& list, std::string_view name, bool flag);
void add_facet(FacetList& list, std::string_view name, std::string_view text);
/// A literal would be taken for a flag.
void add_facet(FacetList& list, std::string_view name, const char* text) = delete;

}  // namespace pumuki::evidence
