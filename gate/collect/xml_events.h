#pragma once

#include "gate/collect/byte_source.h"
#include "gate/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::collect {

struct XmlElement {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  /// Its own character data, not that of its children.
  std::string text;
  /// 0 for the root.
  std::size_t depth = 0;

  /// Empty when it is not there.
  [[nodiscard]] std::string_view attribute(std::string_view name) const;
};

class XmlVisitor {
 public:
  XmlVisitor() = default;
  XmlVisitor(const XmlVisitor&) = delete;
  XmlVisitor& operator=(const XmlVisitor&) = delete;
  virtual ~XmlVisitor() = default;

  /// False refuses the document (WrongShape).
  virtual bool enter(const XmlElement& element) = 0;
  virtual void leave(std::string_view name) = 0;
};

inline constexpr std::size_t k_max_xml_bytes = std::size_t{32} << 20;
inline constexpr std::size_t k_max_xml_tags = 1'000'000;
inline constexpr std::size_t k_max_xml_depth = 64;

/// Walks an XML document of limited size, number of tags and depth. A document type is refused, so
/// there are no entities but the five of XML. Errors WrongShape and TooLarge with a byte offset.
Result<void> walk_xml(ByteSource& source, XmlVisitor& visitor);

}  // namespace pumuki::collect
