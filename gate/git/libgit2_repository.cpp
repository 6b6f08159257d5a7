#include "gate/git/libgit2_repository.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/git/git_layout.h"
#include "gate/git/libgit2_checks.h"
#include "gate/git/libgit2_handle.h"
#include "gate/git/plumbing_repository.h"

#include <git2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pumuki::git {
namespace {

using RepositoryHandle = GitHandle<::git_repository, &::git_repository_free>;
using ReferenceHandle = GitHandle<::git_reference, &::git_reference_free>;
using ConfigHandle = GitHandle<::git_config, &::git_config_free>;
using ConfigEntryHandle = GitHandle<::git_config_entry, &::git_config_entry_free>;
using ConfigIteratorHandle = GitHandle<::git_config_iterator, &::git_config_iterator_free>;
using BranchIteratorHandle = GitHandle<::git_branch_iterator, &::git_branch_iterator_free>;
using RefspecHandle = GitHandle<::git_refspec, &::git_refspec_free>;
using ObjectHandle = GitHandle<::git_object, &::git_object_free>;

constexpr std::string_view k_branch_prefix = "refs/heads/";
constexpr std::string_view k_symbolic_prefix = "ref: refs/heads/";
constexpr std::string_view k_reference_prefix = "refs/";
constexpr std::string_view k_no_file = "/dev/null";
constexpr std::size_t k_max_head_bytes = std::size_t{1} << 16;

/// With one of these git reads another repository, index, history or configuration than libgit2
/// would.
constexpr std::array<std::string_view, 15> k_moving_variables{"GIT_DIR",
                                                              "GIT_WORK_TREE",
                                                              "GIT_INDEX_FILE",
                                                              "GIT_COMMON_DIR",
                                                              "GIT_OBJECT_DIRECTORY",
                                                              "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                                              "GIT_NAMESPACE",
                                                              "GIT_GRAFT_FILE",
                                                              "GIT_SHALLOW_FILE",
                                                              "GIT_REPLACE_REF_BASE",
                                                              "GIT_NO_REPLACE_OBJECTS",
                                                              "GIT_CEILING_DIRECTORIES",
                                                              "GIT_CONFIG_COUNT",
                                                              "GIT_CONFIG_PARAMETERS",
                                                              "GIT_CONFIG_SYSTEM"};

/// A text that libgit2 allocated.
class GitText {
 public:
  GitText() = default;
  GitText(const GitText&) = delete;
  GitText& operator=(const GitText&) = delete;
  ~GitText() { ::git_buf_dispose(&buffer_); }
  ::git_buf* out() { return &buffer_; }
  [[nodiscard]] std::string text() const { return {buffer_.ptr, buffer_.size}; }

 private:
  ::git_buf buffer_ = GIT_BUF_INIT;
};

std::optional<std::string> config_value(::git_config* config, const char* name) {
  ConfigEntryHandle entry;
  if (::git_config_get_entry(entry.out(), config, name) != 0) {
    return std::nullopt;
  }
  return text_of(entry.get()->value);
}

bool reference_exists(::git_repository* repository, const std::string& name) {
  ReferenceHandle reference;
  return ::git_reference_lookup(reference.out(), repository, name.c_str()) == 0;
}

/// The short name of git: without "refs/remotes/" or "refs/heads/", unless that could mean a tag or
/// a branch too.
std::string short_name(::git_repository* repository, const std::string& full) {
  const auto cut = full.find('/', k_reference_prefix.size());
  if (!full.starts_with(k_reference_prefix) || cut == std::string::npos) {
    return full;
  }
  std::string name = full.substr(cut + 1);
  for (const char* space : {"refs/", "refs/tags/", "refs/heads/"}) {
    const std::string other = space + name;
    if (other != full && reference_exists(repository, other)) {
      return full.substr(k_reference_prefix.size());
    }
  }
  return name;
}

/// Each question tries libgit2; nothing as its answer means that plumbing is asked instead.
class Libgit2Repository final : public Repository {
 public:
  Libgit2Repository(std::string folder, Environment environment,
                    std::shared_ptr<GitLibrary> library)
      : folder_{std::move(folder)},
        environment_{std::move(environment)},
        library_{std::move(library)},
        plumbing_{open_with_plumbing(folder_, environment_)} {}

  Result<Layout> layout() override {
    auto found = native_layout();
    return found ? std::move(*found) : plumbing_->layout();
  }
  Result<Head> head() override {
    auto found = native_head();
    return found ? std::move(*found) : plumbing_->head();
  }
  Result<Status> status(Untracked untracked) override { return plumbing_->status(untracked); }
  Result<Config> local_config() override {
    auto found = native_config();
    return found ? std::move(*found) : plumbing_->local_config();
  }
  Result<std::vector<std::string>> merged_branches() override {
    auto found = native_merged_branches();
    return found ? Result<std::vector<std::string>>{std::move(*found)}
                 : plumbing_->merged_branches();
  }
  Result<std::size_t> tracked_files_in(std::string_view folder) override {
    return plumbing_->tracked_files_in(folder);
  }

 private:
  /// The open repository, or null when plumbing has to answer.
  ::git_repository* native();
  std::optional<Layout> native_layout();
  std::optional<Head> native_head();
  std::optional<Config> native_config();
  std::optional<std::vector<std::string>> native_merged_branches();
  /// False when libgit2 cannot tell.
  bool add_upstream(const std::string& branch, const ::git_oid* tip, Head& head);

  std::string folder_;
  Environment environment_;
  // Declared before the repository: the library must outlive every object of it.
  std::shared_ptr<GitLibrary> library_;
  std::unique_ptr<Repository> plumbing_;
  RepositoryHandle repository_;
  bool opened_ = false;
};

::git_repository* Libgit2Repository::native() {
  if (opened_) {
    return repository_.get();
  }
  opened_ = true;
  const auto moved = [&](std::string_view name) { return environment_.get(name).has_value(); };
  const bool own_settings = environment_.get("GIT_CONFIG_GLOBAL").value_or(k_no_file) != k_no_file;
  if (own_settings || std::ranges::any_of(k_moving_variables, moved)) {
    return nullptr;
  }
  const auto folders = find_git_folders(folder_, environment_);
  if (!folders || !library_->ready() || !has_plain_format(folders->common_dir)) {
    return nullptr;
  }
  if (::git_repository_open_ext(repository_.out(), folder_.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH,
                                nullptr) != 0 ||
      !agrees_with_git(repository_.get())) {
    repository_.reset();
  }
  return repository_.get();
}

std::optional<Layout> Libgit2Repository::native_layout() {
  ::git_repository* repository = native();
  ConfigHandle config;
  if (repository == nullptr || ::git_repository_config_snapshot(config.out(), repository) != 0) {
    return std::nullopt;
  }
  Layout layout{.top_level = {},
                .git_dir = real_path(text_of(::git_repository_path(repository))),
                .common_dir = real_path(text_of(::git_repository_commondir(repository))),
                .hooks_dir = {}};
  if (::git_repository_is_bare(repository) == 0) {
    layout.top_level = real_path(text_of(::git_repository_workdir(repository)));
  }
  Config effective;
  if (auto hooks = config_value(config.get(), "core.hookspath")) {
    effective.emplace("core.hookspath", std::move(*hooks));
  }
  auto hooks_dir = find_hooks_dir(layout, effective, environment_);
  if (!hooks_dir || layout.git_dir.empty() || layout.common_dir.empty()) {
    return std::nullopt;
  }
  layout.hooks_dir = std::move(*hooks_dir);
  return layout;
}

/// The tracking reference of a remote's branch by the remote's fetch rules; empty when no rule
/// covers it, nothing when only git can tell.
std::optional<std::string> tracking_reference(::git_config* config, const std::string& remote,
                                              const std::string& branch) {
  ConfigIteratorHandle rules;
  const std::string name = "remote." + remote + ".fetch";
  if (::git_config_multivar_iterator_new(rules.out(), config, name.c_str(), nullptr) != 0) {
    return std::nullopt;
  }
  ::git_config_entry* entry = nullptr;
  bool any = false;
  while (::git_config_next(&entry, rules.get()) == 0) {
    any = true;
    RefspecHandle rule;
    if (::git_refspec_parse(rule.out(), text_of(entry->value).c_str(), 1) != 0) {
      return std::nullopt;
    }
    GitText reference;
    if (::git_refspec_src_matches(rule.get(), branch.c_str()) != 0) {
      const bool moved = ::git_refspec_transform(reference.out(), rule.get(), branch.c_str()) == 0;
      return moved ? std::optional{reference.text()} : std::nullopt;
    }
  }
  return any ? std::optional{std::string{}} : std::nullopt;
}

/// The full name of a branch's upstream; empty without one, nothing when only git can tell.
/// Why not git_branch_upstream_name(): it leaks 20 kB per entry of the configuration in
/// libgit2 1.5.
std::optional<std::string> upstream_reference(::git_config* config, const std::string& branch) {
  const auto remote = config_value(config, ("branch." + branch + ".remote").c_str());
  const auto merge = config_value(config, ("branch." + branch + ".merge").c_str());
  if (!remote || !merge) {
    return std::string{};
  }
  if (!merge->starts_with(k_reference_prefix)) {
    return std::nullopt;
  }
  return *remote == "." ? merge : tracking_reference(config, *remote, *merge);
}

bool Libgit2Repository::add_upstream(const std::string& branch, const ::git_oid* tip, Head& head) {
  ::git_repository* repository = native();
  ConfigHandle config;
  if (::git_repository_config_snapshot(config.out(), repository) != 0) {
    return false;
  }
  const auto name = upstream_reference(config.get(), branch);
  if (!name || name->empty()) {
    return name.has_value();
  }
  ::git_oid upstream_tip;
  const int found = ::git_reference_name_to_id(&upstream_tip, repository, name->c_str());
  if (found != 0) {
    return found == GIT_ENOTFOUND;
  }
  if (tip != nullptr &&
      ::git_graph_ahead_behind(&head.ahead, &head.behind, repository, tip, &upstream_tip) != 0) {
    return false;
  }
  head.upstream = short_name(repository, *name);
  return true;
}

std::optional<Head> Libgit2Repository::native_head() {
  ::git_repository* repository = native();
  ReferenceHandle reference;
  if (repository == nullptr || ::git_reference_lookup(reference.out(), repository, "HEAD") != 0) {
    return std::nullopt;
  }
  Head head;
  const std::string target = text_of(::git_reference_symbolic_target(reference.get()));
  if (target.empty()) {
    head.branch = "HEAD";
    return head;
  }
  if (!target.starts_with(k_branch_prefix)) {
    return std::nullopt;
  }
  head.symbolic_branch = target.substr(k_branch_prefix.size());
  ::git_oid tip;
  const int born = ::git_reference_name_to_id(&tip, repository, target.c_str());
  if (born != 0 && born != GIT_ENOTFOUND) {
    return std::nullopt;
  }
  if (born == 0) {
    head.branch = head.symbolic_branch;
  }
  if (!add_upstream(*head.symbolic_branch, born == 0 ? &tip : nullptr, head)) {
    return std::nullopt;
  }
  return head;
}

std::optional<Config> Libgit2Repository::native_config() {
  ::git_repository* repository = native();
  ConfigHandle all;
  ConfigHandle local;
  ConfigIteratorHandle iterator;
  if (repository == nullptr || ::git_repository_config(all.out(), repository) != 0 ||
      ::git_config_open_level(local.out(), all.get(), GIT_CONFIG_LEVEL_LOCAL) != 0 ||
      ::git_config_iterator_new(iterator.out(), local.get()) != 0) {
    return std::nullopt;
  }
  Config config;
  ::git_config_entry* entry = nullptr;
  int got = 0;
  while ((got = ::git_config_next(&entry, iterator.get())) == 0) {
    // `git config --local` does not follow include directives.
    if (entry->include_depth == 0) {
      config.insert_or_assign(text_of(entry->name), text_of(entry->value));
    }
  }
  return got == GIT_ITEROVER ? std::optional{std::move(config)} : std::nullopt;
}

/// The branch that HEAD of the main repository names, seen from a linked worktree. libgit2 leaves
/// it out of "checked out" when that repository is bare.
std::optional<std::string> main_branch_of_worktree(::git_repository* repository) {
  if (::git_repository_is_worktree(repository) == 0) {
    return std::nullopt;
  }
  const auto text =
      read_file(text_of(::git_repository_commondir(repository)) + "HEAD", k_max_head_bytes);
  if (!text || !text->starts_with(k_symbolic_prefix)) {
    return std::nullopt;
  }
  return std::string{trim(std::string_view{*text}.substr(k_symbolic_prefix.size()))};
}

enum class Merged { Yes, No, Unknown };

/// Is the tip of `branch` reachable from `head`, and is the branch free to go?
Merged is_merged(::git_repository* repository, const ::git_oid& head, ::git_reference* branch) {
  const int checked_out = ::git_branch_is_checked_out(branch);
  if (checked_out != 0) {
    return checked_out == 1 ? Merged::No : Merged::Unknown;
  }
  ObjectHandle tip;
  if (::git_reference_peel(tip.out(), branch, GIT_OBJECT_COMMIT) != 0) {
    return Merged::Unknown;
  }
  const ::git_oid* id = ::git_object_id(tip.get());
  if (::git_oid_equal(&head, id) != 0) {
    return Merged::Yes;
  }
  const int reachable = ::git_graph_descendant_of(repository, &head, id);
  return reachable == 1 ? Merged::Yes : reachable == 0 ? Merged::No : Merged::Unknown;
}

std::optional<std::vector<std::string>> Libgit2Repository::native_merged_branches() {
  ::git_repository* repository = native();
  ::git_oid head;
  BranchIteratorHandle iterator;
  if (repository == nullptr || ::git_reference_name_to_id(&head, repository, "HEAD") != 0 ||
      ::git_branch_iterator_new(iterator.out(), repository, GIT_BRANCH_LOCAL) != 0) {
    return std::nullopt;
  }
  const auto main_branch = main_branch_of_worktree(repository);
  std::vector<std::string> branches;
  ReferenceHandle branch;
  ::git_branch_t kind = GIT_BRANCH_LOCAL;
  int got = 0;
  while ((got = ::git_branch_next(branch.out(), &kind, iterator.get())) == 0) {
    const Merged merged = is_merged(repository, head, branch.get());
    if (merged == Merged::Unknown) {
      return std::nullopt;
    }
    std::string name = text_of(::git_reference_name(branch.get())).substr(k_branch_prefix.size());
    if (merged == Merged::Yes && name != main_branch) {
      branches.push_back(std::move(name));
    }
  }
  std::ranges::sort(branches);
  return got == GIT_ITEROVER ? std::optional{std::move(branches)} : std::nullopt;
}

}  // namespace

std::unique_ptr<Repository> open_with_libgit2(std::string folder, Environment environment,
                                              std::shared_ptr<GitLibrary> library) {
  return std::make_unique<Libgit2Repository>(std::move(folder), std::move(environment),
                                             std::move(library));
}

}  // namespace pumuki::git
