#include "gate/receipts/same_root.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <algorithm>

namespace pumuki::receipts {

std::string canonical_root(const std::string& path) {
  std::string text = real_path(path);
  if (text.empty()) {
    text = path;
  }
  std::ranges::replace(text, '\\', '/');
  return ascii_lower(text);
}

bool same_root(const std::string& a, const std::string& b) {
  return canonical_root(a) == canonical_root(b);
}

}  // namespace pumuki::receipts
