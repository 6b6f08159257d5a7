#include "gate/collect/analyser_place.h"

#include "gate/core/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_submodule_mode = "160000";
/// Installed packages are not part of any commit; analysers written in JavaScript need them.
constexpr const char* k_packages = "/node_modules";

Result<std::vector<std::string>> paths_of(git::Changes& changes, const Scope& scope) {
  if (scope.kind == Scope::Kind::Index) {
    return changes.tracked_paths();
  }
  auto files = changes.between("", scope.head);
  if (!files) {
    return fail(std::move(files.error()));
  }
  std::vector<std::string> paths;
  for (git::Change& file : *files) {
    if (file.mode != k_submodule_mode) {
      paths.push_back(std::move(file.path));
    }
  }
  return paths;
}

}  // namespace

Result<std::string> AnalyserPlace::folder() {
  if (folder_) {
    return *folder_;
  }
  const auto in_place = is_repository_as_judged();
  if (!in_place) {
    return fail(in_place.error(), "while comparing the work tree with what is judged");
  }
  if (*in_place) {
    folder_ = context_.root;
    return *folder_;
  }
  auto made = check_out();
  if (made) {
    folder_ = *made;
  }
  return made;
}

Result<bool> AnalyserPlace::is_repository_as_judged() {
  std::vector<std::string> paths;
  for (const git::Change& change : scope_.changes) {
    const bool gone = change.blob_id.empty();
    if (gone && entry_exists(context_.root + "/" + change.path)) {
      return false;
    }
    if (change.old_path && change.kind == git::ChangeKind::Renamed &&
        entry_exists(context_.root + "/" + *change.old_path)) {
      return false;
    }
    if (!gone && change.mode != k_submodule_mode) {
      if (!entry_exists(context_.root + "/" + change.path)) {
        return false;  // outside a sparse checkout: no edit for git
      }
      paths.push_back(change.path);
    }
  }
  if (paths.empty()) {
    return true;
  }
  const auto edited = context_.changes.edited_since(scope_.head, paths);
  if (!edited) {
    return fail(edited.error());
  }
  return edited->empty();
}

Result<std::string> AnalyserPlace::check_out() {
  std::string folder = scratch_ / "tree";
  if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
    return fail(Code::NotWritable, folder + ": " + std::strerror(errno));
  }
  const auto paths = paths_of(context_.changes, scope_);
  if (!paths) {
    return fail(paths.error(), "while listing the files");
  }
  if (auto written = context_.changes.export_files(scope_.head, *paths, folder); !written) {
    return fail(std::move(written.error()), "while checking out what is judged");
  }
  if (is_directory(context_.root + k_packages) && !entry_exists(folder + k_packages) &&
      ::symlink((context_.root + k_packages).c_str(), (folder + k_packages).c_str()) != 0) {
    return fail(Code::NotWritable, folder + k_packages + ": " + std::strerror(errno));
  }
  return folder;
}

}  // namespace pumuki::collect
