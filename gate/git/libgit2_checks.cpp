#include "gate/git/libgit2_checks.h"

#include "gate/core/files.h"
#include "gate/git/libgit2_handle.h"

#include <git2.h>

#include <cstdint>
#include <string_view>

namespace pumuki::git {
namespace {

using ConfigHandle = GitHandle<::git_config, &::git_config_free>;
using ConfigIteratorHandle = GitHandle<::git_config_iterator, &::git_config_iterator_free>;
using ReferenceIteratorHandle = GitHandle<::git_reference_iterator, &::git_reference_iterator_free>;

bool has_replaced_objects(::git_repository* repository) {
  ReferenceIteratorHandle iterator;
  const char* name = nullptr;
  return ::git_reference_iterator_glob_new(iterator.out(), repository, "refs/replace/*") == 0 &&
         ::git_reference_next_name(&name, iterator.get()) == 0;
}

bool settings_suit(::git_repository* repository) {
  ConfigHandle config;
  if (::git_repository_config_snapshot(config.out(), repository) != 0) {
    return false;
  }
  int per_worktree = 0;
  if (::git_config_get_bool(&per_worktree, config.get(), "extensions.worktreeconfig") == 0 &&
      per_worktree != 0) {
    return false;
  }
  // The look-up by pattern leaks 20 kB per entry in libgit2 1.5, so every name is looked at.
  ConfigIteratorHandle iterator;
  if (::git_config_iterator_new(iterator.out(), config.get()) != 0) {
    return false;
  }
  ::git_config_entry* entry = nullptr;
  int got = 0;
  while ((got = ::git_config_next(&entry, iterator.get())) == 0) {
    if (std::string_view{entry->name}.starts_with("includeif.hasconfig")) {
      return false;
    }
  }
  return got == GIT_ITEROVER;
}

}  // namespace

bool has_plain_format(const std::string& common_dir) {
  ConfigHandle config;
  std::int32_t version = 0;
  return ::git_config_open_ondisk(config.out(), (common_dir + "/config").c_str()) == 0 &&
         ::git_config_get_int32(&version, config.get(), "core.repositoryformatversion") == 0 &&
         version == 0;
}

bool agrees_with_git(::git_repository* repository) {
  const std::string grafts = text_of(::git_repository_commondir(repository)) + "info/grafts";
  return ::git_repository_is_shallow(repository) == 0 && !entry_exists(grafts) &&
         !has_replaced_objects(repository) && settings_suit(repository);
}

}  // namespace pumuki::git
