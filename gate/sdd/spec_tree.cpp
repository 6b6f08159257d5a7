#include "gate/sdd/spec_tree.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace pumuki::sdd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_project = "openspec";
constexpr std::string_view k_changes = "openspec/changes/";
constexpr std::string_view k_specs = "openspec/specs/";
constexpr std::string_view k_spec_file = "/spec.md";
constexpr std::string_view k_archive = "archive";

bool is_read(std::string_view path) {
  const std::string lower = ascii_lower(path);
  return lower.ends_with(".md") || lower.ends_with("/.openspec.yaml");
}

bool is_archived(std::string_view path) {
  const std::string archive = std::string{k_changes} + std::string{k_archive};
  return path == archive || path.starts_with(archive + '/');
}

Result<void> add_file(const std::string& root, const std::string& relative, SpecTree& tree) {
  if (tree.files.size() >= k_max_spec_files) {
    return fail(Code::TooLarge,
                "openspec/ has more than " + std::to_string(k_max_spec_files) + " texts");
  }
  auto text = read_file(root + '/' + relative, k_max_spec_bytes);
  if (!text) {
    return fail(std::move(text.error()), "while reading the specifications");
  }
  tree.files.emplace(relative, std::move(*text));
  return {};
}

Result<void> look_at(const std::string& root, fs::recursive_directory_iterator& at,
                     SpecTree& tree) {
  const std::string relative = at->path().string().substr(root.size() + 1);
  std::error_code unknown;
  const auto type = at->symlink_status(unknown).type();
  if (type == fs::file_type::directory) {
    if (is_archived(relative)) {
      at.disable_recursion_pending();
    } else {
      const std::string folder = relative + '/';
      if (const auto change = change_of_path(folder); !change.empty()) {
        tree.changes.emplace(change);
      }
    }
    return {};
  }
  return type == fs::file_type::regular && is_read(relative) ? add_file(root, relative, tree)
                                                             : Result<void>{};
}

/// Paths below openspec/ in the index or in a commit, of the kinds that are read.
Result<std::vector<std::string>> listed_specs(git::Changes& changes, const std::string& commit) {
  std::vector<std::string> paths;
  const auto take = [&](const std::string& path) {
    if (path.starts_with(std::string{k_project} + '/') && !is_archived(path) && is_read(path)) {
      paths.push_back(path);
    }
  };
  if (commit.empty()) {
    const auto tracked = changes.tracked_paths();
    if (!tracked) {
      return fail(tracked.error());
    }
    for (const std::string& path : *tracked) {
      take(path);
    }
    return paths;
  }
  const auto all = changes.between("", commit);
  if (!all) {
    return fail(all.error());
  }
  for (const git::Change& change : *all) {
    take(change.path);
  }
  return paths;
}

}  // namespace

std::vector<std::string> SpecTree::below(const std::string& folder) const {
  std::vector<std::string> paths;
  const std::string prefix = folder + '/';
  for (auto at = files.lower_bound(prefix); at != files.end() && at->first.starts_with(prefix);
       ++at) {
    paths.push_back(at->first);
  }
  return paths;
}

Result<SpecTree> read_work_tree_specs(const std::string& root) {
  SpecTree tree;
  std::error_code failed;
  const std::string project = root + '/' + std::string{k_project};
  if (!is_directory(project)) {
    return tree;
  }
  fs::recursive_directory_iterator at{project, failed};
  while (!failed && at != fs::recursive_directory_iterator{}) {
    if (auto looked = look_at(root, at, tree); !looked) {
      return fail(std::move(looked.error()));
    }
    at.increment(failed);
  }
  if (failed) {
    return fail(Code::NotReadable, project + " cannot be listed: " + failed.message());
  }
  return tree;
}

Result<SpecTree> read_git_specs(git::Changes& changes, const std::string& commit) {
  auto paths = listed_specs(changes, commit);
  if (!paths) {
    return fail(std::move(paths.error()), "while listing the specifications");
  }
  if (paths->size() > k_max_spec_files) {
    return fail(Code::TooLarge,
                "openspec/ has more than " + std::to_string(k_max_spec_files) + " texts");
  }
  std::vector<std::string> names;
  for (const std::string& path : *paths) {
    names.push_back(commit + ':' + path);
  }
  SpecTree tree;
  std::optional<std::string> unreadable;
  const auto read = changes.read_blobs(
      names, k_max_spec_bytes,
      [&](std::size_t index, std::optional<std::string_view> bytes, std::uint64_t /*size*/) {
        const std::string& path = (*paths)[index];
        if (!bytes) {
          unreadable = path;
          return;
        }
        tree.files.emplace(path, *bytes);
        if (const auto change = change_of_path(path); !change.empty()) {
          tree.changes.emplace(change);
        }
      });
  if (!read) {
    return fail(read.error(), "while reading the specifications");
  }
  if (unreadable) {
    return fail(Code::TooLarge, *unreadable + " cannot be read from git or is too large");
  }
  return tree;
}

std::string_view change_of_path(std::string_view path) {
  if (!path.starts_with(k_changes)) {
    return {};
  }
  path.remove_prefix(k_changes.size());
  const auto slash = path.find('/');
  const std::string_view name = path.substr(0, slash);
  const bool is_change = slash != std::string_view::npos && !name.empty() && name != k_archive &&
                         !name.starts_with('.');
  return is_change ? name : std::string_view{};
}

std::string_view capability_of_path(std::string_view path) {
  if (!path.starts_with(k_specs) || !path.ends_with(k_spec_file) ||
      path.size() < k_specs.size() + k_spec_file.size() + 1) {
    return {};
  }
  path.remove_prefix(k_specs.size());
  path.remove_suffix(k_spec_file.size());
  return path;
}

}  // namespace pumuki::sdd
