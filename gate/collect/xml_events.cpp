#include "gate/collect/xml_events.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cstdint>

namespace pumuki::collect {
namespace {

constexpr unsigned k_options = pugi::parse_default | pugi::parse_doctype;

XmlElement element_of(const pugi::xml_node& node, std::size_t depth) {
  XmlElement element{.name = node.name(), .attributes = {}, .text = {}, .depth = depth};
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    element.attributes.emplace_back(attribute.name(), attribute.value());
  }
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
      element.text += child.value();
    }
  }
  return element;
}

std::uint64_t offset_of(const pugi::xml_node& node) {
  return static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
}

/// Calls the visitor from a node on, without recursion.
class Walk {
 public:
  explicit Walk(XmlVisitor& visitor) : visitor_(visitor) {}

  Result<void> run(pugi::xml_node root) {
    pugi::xml_node node = root;
    std::size_t depth = 0;
    while (node) {
      if (node.type() == pugi::node_element) {
        if (depth > k_max_xml_depth) {
          return fail(Code::TooLarge, at_byte("nested too deeply", offset_of(node)));
        }
        if (!visitor_.enter(element_of(node, depth))) {
          return fail(Code::WrongShape, at_byte("an element that this report cannot have: <" +
                                                    std::string{node.name()}.substr(0, 40) + ">",
                                                offset_of(node)));
        }
        if (node.first_child()) {
          node = node.first_child();
          ++depth;
          continue;
        }
        visitor_.leave(node.name());
      }
      while (node != root && !node.next_sibling()) {
        node = node.parent();
        --depth;
        visitor_.leave(node.name());
      }
      if (node == root) {
        return {};
      }
      node = node.next_sibling();
    }
    return {};
  }

 private:
  XmlVisitor& visitor_;
};

}  // namespace

std::string_view XmlElement::attribute(std::string_view wanted) const {
  const auto found =
      std::ranges::find(attributes, wanted, &std::pair<std::string_view, std::string_view>::first);
  return found == attributes.end() ? std::string_view{} : found->second;
}

Result<void> walk_xml(ByteSource& source, XmlVisitor& visitor) {
  auto bytes = source.raw(k_max_xml_bytes);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  if (std::cmp_greater(std::ranges::count(*bytes, '<'), k_max_xml_tags)) {
    return fail(Code::TooLarge, at_byte("too many tags", bytes->size()));
  }
  pugi::xml_document document;
  const auto parsed = document.load_buffer_inplace(bytes->data(), bytes->size(), k_options);
  if (!parsed) {
    return fail(Code::WrongShape,
                at_byte(std::string{"not XML: "} + parsed.description(),
                        static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))));
  }
  pugi::xml_node root;
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() == pugi::node_doctype) {
      return fail(Code::WrongShape, at_byte("a document type", offset_of(node)),
                  "Reports of this kind have none.");
    }
    if (node.type() == pugi::node_element && root) {
      return fail(Code::WrongShape, at_byte("a second root element", offset_of(node)));
    }
    root = node.type() == pugi::node_element ? node : root;
  }
  if (!root) {
    return fail(Code::WrongShape, at_byte("no XML element", 0));
  }
  return Walk{visitor}.run(root);
}

}  // namespace pumuki::collect
