#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pumuki::collect {

/// Lines of files of the repository by byte offset, for reports that name no lines. Reads the work
/// tree, which is what the tool read; the last file is remembered. One thread at a time.
class LineFinder {
 public:
  explicit LineFinder(std::string root) : root_(std::move(root)) {}

  /// From 1; nothing when the file is not a regular one inside the root, is too large, or ends
  /// before the offset.
  std::optional<std::int64_t> line_at(const std::string& relative_path, std::int64_t offset);

 private:
  void load(const std::string& relative_path);

  std::string root_;
  std::string loaded_;
  std::int64_t size_ = -1;
  /// Offsets of the line ends.
  std::vector<std::int64_t> ends_;
};

}  // namespace pumuki::collect
