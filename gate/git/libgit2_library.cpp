#include "gate/git/libgit2_repository.h"

#include <git2.h>

#include <utility>

namespace pumuki::git {
namespace {

void set_search_path(int level, const std::string& path) {
  ::git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path.c_str());
}

/// By default libgit2 reads these from the real environment of the process.
void set_search_paths(const Environment& environment) {
  const std::string home{environment.get("HOME").value_or("")};
  const std::string xdg{environment.get("XDG_CONFIG_HOME").value_or("")};
  if (environment.get("GIT_CONFIG_GLOBAL")) {
    // Stands for both files; what it names is read by git (open_with_libgit2() sees to that).
    set_search_path(GIT_CONFIG_LEVEL_GLOBAL, "");
    set_search_path(GIT_CONFIG_LEVEL_XDG, "");
  } else {
    set_search_path(GIT_CONFIG_LEVEL_GLOBAL, home);
    set_search_path(GIT_CONFIG_LEVEL_XDG, !xdg.empty()    ? xdg + "/git"
                                          : !home.empty() ? home + "/.config/git"
                                                          : home);
  }
  if (parse_flag(environment.get("GIT_CONFIG_NOSYSTEM")).value_or(false)) {
    set_search_path(GIT_CONFIG_LEVEL_SYSTEM, "");
  }
}

}  // namespace

GitLibrary::GitLibrary(Environment environment) : environment_{std::move(environment)} {}

GitLibrary::~GitLibrary() {
  if (initialised_) {
    ::git_libgit2_shutdown();
  }
}

Result<void> GitLibrary::ready() {
  const std::lock_guard lock{mutex_};
  if (!initialised_) {
    if (::git_libgit2_init() < 0) {
      return fail(Code::GitFailed, "libgit2 cannot be initialised");
    }
    set_search_paths(environment_);
    initialised_ = true;
  }
  return {};
}

}  // namespace pumuki::git
