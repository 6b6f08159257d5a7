#include "gate/verdict/changed_paths.h"

#include <utility>

namespace pumuki::verdict {
namespace {

/// git refuses a status where there is no work tree; that is an answer, not a failure.
bool has_no_work_tree(git::Repository& repository) {
  const auto layout = repository.layout();
  return layout && layout->top_level.empty();
}

}  // namespace

Result<std::vector<std::string>> ChangedPaths::get() {
  if (paths_ || repository_ == nullptr) {
    return paths_.value_or(std::vector<std::string>{});
  }
  auto status = repository_->status(git::Untracked::Files);
  if (!status && !has_no_work_tree(*repository_)) {
    return fail(std::move(status.error()), "while listing the changed paths");
  }
  paths_.emplace();
  if (status) {
    for (git::StatusEntry& entry : status->entries) {
      paths_->push_back(std::move(entry.path));
    }
  }
  return *paths_;
}

}  // namespace pumuki::verdict
