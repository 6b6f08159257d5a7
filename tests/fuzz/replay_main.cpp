#include "tests/fuzz/target.h"
#include "tests/support/temp_dir.h"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace {

/// The files themselves, and those directly in the folders.
std::vector<std::string> inputs(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (!std::filesystem::is_directory(argument)) {
      files.push_back(argument);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator{argument}) {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

/// Runs files and the files of folders through the fuzz target it is linked with. Ends with a
/// signal at the first finding, whose file was named before; exit 1 when there was no input.
int main(int argc, char** argv) {
  try {
    const auto files = inputs({argv + 1, argv + argc});
    for (const std::string& file : files) {
      std::fprintf(stderr, "%s\n", file.c_str());
      const std::string bytes = pumuki::test::read_bytes(file);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%zu inputs\n", files.size());
    return files.empty() ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
