#pragma once

#include "gate/core/fd.h"

#include <string>
#include <string_view>

namespace pumuki::fuzz {

/// A file without a place on disk, for readers that take a path.
class MemoryFile {
 public:
  MemoryFile();
  void set(std::string_view bytes);
  /// Of folder() / name(); valid in this process.
  [[nodiscard]] std::string path() const { return folder() + "/" + name(); }
  static std::string folder() { return "/proc/self/fd"; }
  [[nodiscard]] std::string name() const { return std::to_string(fd_.get()); }

 private:
  UniqueFd fd_;
};

}  // namespace pumuki::fuzz
