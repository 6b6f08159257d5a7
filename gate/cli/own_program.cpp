#include "gate/cli/own_program.h"

#include "gate/core/files.h"
#include "gate/core/version.h"
#include "gate/git/git_process.h"

#include <filesystem>

namespace pumuki::cli {
namespace {

constexpr const char* k_running_file = "/proc/self/exe";

bool is_this_program(const std::string& path) {
  const FileIdentity running = file_identity(std::string{k_running_file});
  const FileIdentity other = file_identity(path);
  return other.inode != 0 && other.inode == running.inode && other.device == running.device;
}

}  // namespace

std::string own_program(const std::string& called_as, const Environment& environment,
                        const std::string& cwd) {
  std::filesystem::path path;
  if (called_as.starts_with('/')) {
    path = called_as;
  } else if (called_as.find('/') != std::string::npos) {
    path = std::filesystem::path{cwd} / called_as;
  } else {
    path = git::find_in_path(called_as, environment);
  }
  if (path.empty() || !is_this_program(path.string())) {
    path = real_path(k_running_file);
  }
  const auto plain = path.parent_path() / k_product_command;
  return (is_this_program(plain.string()) ? plain : path).lexically_normal().string();
}

}  // namespace pumuki::cli
