#include "tests/support/temp_dir.h"

#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace pumuki::test {

TempDir::TempDir() {
  const auto base = std::filesystem::canonical(std::filesystem::temp_directory_path());
  std::string pattern = (base / "pumuki-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error{"cannot make a temporary folder: " + pattern};
  }
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempDir::operator/(std::string_view name) const {
  return path_ + '/' + std::string{name};
}

void write_bytes(const std::string& path, std::string_view bytes) {
  const std::filesystem::path file{path};
  if (file.has_parent_path()) {
    std::filesystem::create_directories(file.parent_path());
  }
  std::ofstream out{file, std::ios::binary | std::ios::trunc};
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) {
    throw std::runtime_error{"cannot write " + path};
  }
}

std::string read_bytes(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  if (!in) {
    throw std::runtime_error{"cannot read " + path};
  }
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) {
    text << in.rdbuf();
  }
  return std::move(text).str();
}

}  // namespace pumuki::test
