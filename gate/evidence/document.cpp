#include "gate/evidence/document.h"

#include "gate/evidence/load.h"

#include <utility>

namespace pumuki::evidence {

Summary read_summary_of(const std::string& path) { return load_path(path, false).summary; }

Summary read_summary(const std::string& root) {
  const std::string separator = root.ends_with('/') ? "" : "/";
  return read_summary_of(root + separator + std::string{k_file_name});
}

Loaded load(const std::string& path) { return load_path(path, true); }

}  // namespace pumuki::evidence
