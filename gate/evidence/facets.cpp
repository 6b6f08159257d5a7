#include "gate/evidence/facets.h"

#include "gate/core/json_text.h"

namespace pumuki::evidence {

void add_facet(FacetList& list, std::string_view name, double number) {
  Facet facet{std::string{name}, {}};
  append_json_number(facet.json, number);
  list.push_back(std::move(facet));
}

void add_facet(FacetList& list, std::string_view name, bool flag) {
  list.push_back({std::string{name}, flag ? "true" : "false"});
}

void add_facet(FacetList& list, std::string_view name, std::string_view text) {
  list.push_back({std::string{name}, json_string(text)});
}

}  // namespace pumuki::evidence
