#include "gate/git/git_layout.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace pumuki::git {
namespace {

constexpr std::size_t k_max_pointer_bytes = std::size_t{1} << 16;
constexpr std::string_view k_pointer_prefix = "gitdir: ";

/// Variables with which the plain rules no longer hold.
constexpr std::array<std::string_view, 3> k_relocating{"GIT_WORK_TREE", "GIT_COMMON_DIR",
                                                       "GIT_OBJECT_DIRECTORY"};

/// One line, without its line end; nothing when the file cannot be read or is empty.
std::optional<std::string> read_pointer(const std::string& path) {
  auto text = read_file(path, k_max_pointer_bytes);
  if (!text) {
    return std::nullopt;
  }
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) {
    text->pop_back();
  }
  if (text->empty()) {
    return std::nullopt;
  }
  return std::move(*text);
}

/// The git folder that `folder`/.git is or names.
std::optional<std::string> git_dir_of(const std::string& folder) {
  std::string entry = folder + "/.git";
  if (is_directory(entry)) {
    return entry;
  }
  const auto pointer = read_pointer(entry);
  if (!pointer || !pointer->starts_with(k_pointer_prefix)) {
    return std::nullopt;
  }
  return resolve_path(folder, pointer->substr(k_pointer_prefix.size()));
}

bool looks_like_git_folders(const GitFolders& folders) {
  return entry_exists(folders.git_dir + "/HEAD") && is_directory(folders.common_dir + "/objects") &&
         is_directory(folders.common_dir + "/refs");
}

}  // namespace

std::string resolve_path(const std::string& base, const std::string& path) {
  const auto joined = std::filesystem::path{base} / path;
  std::error_code error;
  std::string resolved = std::filesystem::weakly_canonical(joined, error).string();
  if (error) {
    resolved = joined.lexically_normal().string();
  }
  while (resolved.size() > 1 && resolved.ends_with('/')) {
    resolved.pop_back();
  }
  return resolved;
}

std::optional<GitFolders> find_git_folders(const std::string& folder,
                                           const Environment& environment) {
  if (std::ranges::any_of(k_relocating,
                          [&](auto name) { return environment.get(name).has_value(); })) {
    return std::nullopt;
  }
  const auto named = environment.get("GIT_DIR");
  const auto found = named ? std::optional{std::string{*named}} : git_dir_of(folder);
  if (!found || found->empty()) {
    return std::nullopt;
  }
  GitFolders folders;
  folders.git_dir = resolve_path(folder, *found);
  const auto common = read_pointer(folders.git_dir + "/commondir");
  folders.common_dir = common ? resolve_path(folders.git_dir, *common) : folders.git_dir;
  if (!looks_like_git_folders(folders)) {
    return std::nullopt;
  }
  return folders;
}

std::optional<std::string> find_top_level(const std::string& folder, const GitFolders& folders,
                                          const Config& config) {
  std::string top = real_path(folder);
  if (const auto moved = config.find("core.worktree"); moved != config.end()) {
    // A submodule's configuration names the folder it is checked out in.
    if (resolve_path(folders.git_dir, moved->second) != top) {
      return std::nullopt;
    }
    return top;
  }
  const auto bare = config.find("core.bare");
  if (bare == config.end() || bare->second == "false" || folders.git_dir != folders.common_dir) {
    return top;
  }
  if (bare->second == "true") {
    return std::string{};
  }
  return std::nullopt;
}

std::optional<std::string> find_hooks_dir(const Layout& layout, const Config& config,
                                          const Environment& environment) {
  const auto setting = config.find("core.hookspath");
  if (setting == config.end()) {
    return resolve_path(layout.common_dir, "hooks");
  }
  const std::string& path = setting->second;
  if (path.starts_with("%(prefix)")) {
    return std::nullopt;
  }
  if (path == "~" || path.starts_with("~/")) {
    const auto home = environment.get("HOME");
    if (!home || home->empty()) {
      return std::nullopt;
    }
    return resolve_path(std::string{*home}, "." + path.substr(1));
  }
  if (path.starts_with('~')) {
    return std::nullopt;
  }
  return resolve_path(layout.top_level.empty() ? layout.git_dir : layout.top_level, path);
}

}  // namespace pumuki::git
