#include "gate/collect/line_finder.h"

#include "gate/core/files.h"

#include <algorithm>

namespace pumuki::collect {
namespace {

constexpr std::size_t k_max_source_bytes = std::size_t{16} << 20;

}  // namespace

void LineFinder::load(const std::string& relative_path) {
  loaded_ = relative_path;
  size_ = -1;
  ends_.clear();
  const std::string path = real_path(root_ + "/" + relative_path);
  if (!path.starts_with(root_ + "/")) {
    return;  // a link that leads out
  }
  const auto text = read_file(path, k_max_source_bytes);
  if (!text) {
    return;
  }
  size_ = static_cast<std::int64_t>(text->size());
  for (std::size_t at = text->find('\n'); at != std::string::npos; at = text->find('\n', at + 1)) {
    ends_.push_back(static_cast<std::int64_t>(at));
  }
}

std::optional<std::int64_t> LineFinder::line_at(const std::string& relative_path,
                                                std::int64_t offset) {
  if (relative_path != loaded_ || size_ < 0) {
    load(relative_path);
  }
  if (offset < 0 || offset > size_) {
    return std::nullopt;
  }
  return 1 + (std::ranges::lower_bound(ends_, offset) - ends_.begin());
}

}  // namespace pumuki::collect
