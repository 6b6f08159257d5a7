#include "gate/git/hook_tree.h"

#include "gate/git/plumbing_repository.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace pumuki::git {
namespace {

/// What both halves have seen.
struct Look {
  std::optional<Status> status;
  std::string watched;
  std::optional<bool> watched_is_tracked;
};

class HookRepository final : public Repository {
 public:
  HookRepository(std::unique_ptr<Repository> inner, std::shared_ptr<Look> look)
      : inner_{std::move(inner)}, look_{std::move(look)} {}

  Result<Layout> layout() override { return inner_->layout(); }
  Result<Head> head() override {
    return look_->status ? Result<Head>{look_->status->head} : inner_->head();
  }
  Result<Status> status(Untracked untracked) override {
    if (untracked == Untracked::Files) {
      return inner_->status(untracked);
    }
    if (!look_->status) {
      auto seen = inner_->status(untracked);
      if (!seen) {
        return seen;
      }
      look_->status = std::move(*seen);
    }
    return *look_->status;
  }
  Result<Config> local_config() override { return inner_->local_config(); }
  Result<std::vector<std::string>> merged_branches() override { return inner_->merged_branches(); }
  Result<std::size_t> tracked_files_in(std::string_view folder) override {
    if (folder == look_->watched && look_->watched_is_tracked) {
      return *look_->watched_is_tracked ? std::size_t{1} : std::size_t{0};
    }
    return inner_->tracked_files_in(folder);
  }

 private:
  std::unique_ptr<Repository> inner_;
  std::shared_ptr<Look> look_;
};

class HookChanges final : public Changes {
 public:
  HookChanges(std::unique_ptr<Changes> inner, Repository& repository, std::shared_ptr<Look> look)
      : inner_{std::move(inner)}, repository_{repository}, look_{std::move(look)} {}

  Result<std::vector<Change>> staged() override;
  Result<std::vector<Change>> between(const std::string& base, const std::string& head) override {
    return inner_->between(base, head);
  }
  Result<std::vector<Change>> introduced_by(const std::vector<std::string>& commits) override {
    return inner_->introduced_by(commits);
  }
  Result<void> read_blobs(const std::vector<std::string>& names, std::size_t max_bytes,
                          const BlobVisitor& visit) override;
  Result<std::vector<std::string>> tracked_paths() override { return inner_->tracked_paths(); }
  Result<void> export_files(const std::string& commit, const std::vector<std::string>& paths,
                            const std::string& folder) override {
    return inner_->export_files(commit, paths, folder);
  }
  Result<std::vector<std::string>> edited_since(const std::string& commit,
                                                const std::vector<std::string>& paths) override {
    return inner_->edited_since(commit, paths);
  }
  Result<std::optional<std::string>> commit_of(const std::string& revision) override {
    return inner_->commit_of(revision);
  }
  Result<std::optional<std::string>> merge_base(const std::string& a,
                                                const std::string& b) override {
    return inner_->merge_base(a, b);
  }
  Result<std::vector<std::string>> new_commits(const std::string& head,
                                               const std::vector<std::string>& known,
                                               bool not_on_remotes) override {
    return inner_->new_commits(head, known, not_on_remotes);
  }
  Result<bool> is_shallow() override { return inner_->is_shallow(); }

 private:
  std::unique_ptr<Changes> inner_;
  Repository& repository_;
  std::shared_ptr<Look> look_;
};

Result<std::vector<Change>> HookChanges::staged() {
  const auto status = repository_.status(Untracked::Folders);
  if (!status) {
    return fail(status.error());
  }
  if (auto changes = staged_changes(*status)) {
    return std::move(*changes);
  }
  return inner_->staged();
}

Result<void> HookChanges::read_blobs(const std::vector<std::string>& names, std::size_t max_bytes,
                                     const BlobVisitor& visit) {
  if (names.empty() || look_->watched.empty() || look_->watched_is_tracked) {
    return inner_->read_blobs(names, max_bytes, visit);
  }
  std::vector<std::string> all = names;
  all.push_back(":" + look_->watched);
  bool tracked = false;
  auto read = inner_->read_blobs(
      all, max_bytes,
      [&](std::size_t index, std::optional<std::string_view> bytes, std::uint64_t size) {
        if (index < names.size()) {
          visit(index, bytes, size);
        } else {
          tracked = bytes.has_value() || size > 0;
        }
      });
  if (read) {
    look_->watched_is_tracked = tracked;
  }
  return read;
}

}  // namespace

HookTree open_hook_tree(const std::string& folder, const Environment& environment,
                        std::string watched) {
  auto look = std::make_shared<Look>();
  look->watched = std::move(watched);
  HookTree tree;
  tree.repository = std::make_unique<HookRepository>(open_with_plumbing(folder, environment), look);
  tree.changes = std::make_unique<HookChanges>(open_changes(folder, environment), *tree.repository,
                                               std::move(look));
  return tree;
}

}  // namespace pumuki::git
