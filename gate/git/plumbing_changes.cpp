#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/git/blob_stream.h"
#include "gate/git/changes.h"
#include "gate/git/git_process.h"
#include "gate/git/raw_diff.h"
#include "gate/git/status_parser.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pumuki::git {
namespace {

/// `rev-parse -q --verify` on a name that does not exist, `merge-base` without one.
constexpr int k_exit_not_there = 1;
/// Bytes of path arguments for one git process; the kernel's limit is two million.
constexpr std::size_t k_max_argument_bytes = std::size_t{512} << 10;

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

std::string joined_by_zero(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += text;
    joined += '\0';
  }
  return joined;
}

std::vector<std::string> cut_at_zero(std::string_view bytes) {
  std::vector<std::string> texts;
  while (!bytes.empty()) {
    const auto end = std::min(bytes.find('\0'), bytes.size());
    texts.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return texts;
}

/// A temporary index beside the exported files, removed with the object.
class TemporaryIndex {
 public:
  explicit TemporaryIndex(const std::string& folder)
      : path_{folder + ".index-" + std::to_string(::getpid())} {}
  TemporaryIndex(const TemporaryIndex&) = delete;
  TemporaryIndex& operator=(const TemporaryIndex&) = delete;
  ~TemporaryIndex() { ::unlink(path_.c_str()); }

  [[nodiscard]] std::string variable() const { return "GIT_INDEX_FILE=" + path_; }

 private:
  std::string path_;
};

class PlumbingChanges final : public Changes {
 public:
  PlumbingChanges(std::string folder, const Environment& environment)
      : git_{std::move(folder), environment} {}

  Result<std::vector<Change>> staged() override;
  Result<std::vector<Change>> between(const std::string& base, const std::string& head) override;
  Result<std::vector<Change>> introduced_by(const std::vector<std::string>& commits) override;
  Result<void> read_blobs(const std::vector<std::string>& names, std::size_t max_bytes,
                          const BlobVisitor& visit) override;
  Result<std::vector<std::string>> tracked_paths() override;
  Result<void> export_files(const std::string& commit, const std::vector<std::string>& paths,
                            const std::string& folder) override;
  Result<std::vector<std::string>> edited_since(const std::string& commit,
                                                const std::vector<std::string>& paths) override;
  Result<std::optional<std::string>> commit_of(const std::string& revision) override;
  Result<std::optional<std::string>> merge_base(const std::string& a,
                                                const std::string& b) override;
  Result<std::vector<std::string>> new_commits(const std::string& head,
                                               const std::vector<std::string>& known,
                                               bool not_on_remotes) override;
  Result<bool> is_shallow() override;

 private:
  Result<std::string> run(std::vector<std::string> arguments, GitProcess::Streams streams);
  Result<std::string> empty_tree();
  /// The only line of the output; nothing when git says with exit status 1 that there is none.
  Result<std::optional<std::string>> line_or_nothing(std::vector<std::string> arguments);
  Result<std::vector<Change>> index_against(const std::string& tree);
  /// `arguments` once for every batch of `paths`, each path taken literally.
  Result<std::string> run_for_paths(const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& paths);

  GitProcess git_;
};

Result<std::string> PlumbingChanges::run(std::vector<std::string> arguments,
                                         GitProcess::Streams streams) {
  const std::string command = arguments.front();
  auto output = git_.try_run(std::move(arguments), std::move(streams));
  if (!output) {
    return fail(std::move(output.error()), "while running git " + command);
  }
  if (output->exit_code != 0) {
    return fail(git_.explain_failure(*output), "while running git " + command);
  }
  return std::move(output->out);
}

Result<std::string> PlumbingChanges::empty_tree() {
  auto id = run({"hash-object", "-t", "tree", "--stdin"}, {});
  if (!id) {
    return fail(std::move(id.error()));
  }
  return without_newline(std::move(*id));
}

Result<std::optional<std::string>> PlumbingChanges::line_or_nothing(
    std::vector<std::string> arguments) {
  const std::string command = arguments.front();
  auto output = git_.try_run(std::move(arguments));
  if (!output) {
    return fail(std::move(output.error()), "while running git " + command);
  }
  if (output->exit_code == k_exit_not_there) {
    return std::nullopt;
  }
  if (output->exit_code != 0) {
    return fail(git_.explain_failure(*output), "while running git " + command);
  }
  return without_newline(std::move(output->out));
}

Result<std::vector<Change>> PlumbingChanges::index_against(const std::string& tree) {
  auto bytes = git_.run({"diff-index", "--cached", "--raw", "-z", "-M", "--no-abbrev",
                         "--ignore-submodules=none", "--ita-invisible-in-index", tree, "--"});
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  return parse_raw_diff(*bytes);
}

Result<std::vector<Change>> PlumbingChanges::staged() {
  auto changes = index_against("HEAD");
  if (changes || changes.error().code != Code::GitFailed) {
    return changes;
  }
  const auto head = commit_of("HEAD");
  if (!head || *head) {
    return changes;
  }
  auto tree = empty_tree();
  if (!tree) {
    return fail(std::move(tree.error()));
  }
  return index_against(*tree);
}

Result<std::vector<Change>> PlumbingChanges::between(const std::string& base,
                                                     const std::string& head) {
  std::string from = base;
  if (from.empty()) {
    auto tree = empty_tree();
    if (!tree) {
      return fail(std::move(tree.error()));
    }
    from = std::move(*tree);
  }
  auto bytes = git_.run({"diff-tree", "-r", "--raw", "-z", "-M", "--no-abbrev",
                         "--ignore-submodules=none", "--end-of-options", from, head, "--"});
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  return parse_raw_diff(*bytes);
}

Result<std::vector<Change>> PlumbingChanges::introduced_by(
    const std::vector<std::string>& commits) {
  if (commits.empty()) {
    return std::vector<Change>{};
  }
  // Of a merge only what differs from every parent is new.
  auto bytes = run({"diff-tree", "--stdin", "-r", "-c", "--root", "--raw", "-z", "--no-abbrev",
                    "--no-commit-id", "--ignore-submodules=none"},
                   {.input = join(commits, "\n") + "\n", .on_output = {}, .variables = {}});
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  return parse_raw_diff(*bytes);
}

Result<void> PlumbingChanges::read_blobs(const std::vector<std::string>& names,
                                         std::size_t max_bytes, const BlobVisitor& visit) {
  if (names.empty()) {
    return {};
  }
  std::vector<std::string> arguments{"cat-file", "--batch", "--buffer"};
  std::string input = join(names, "\n") + "\n";
  if (static_cast<std::size_t>(std::ranges::count(input, '\n')) != names.size()) {
    // Only git 2.38 and later can be asked for a name with a newline.
    arguments.emplace_back("-z");
    input = joined_by_zero(names);
  }
  BlobStream stream{names, max_bytes, visit};
  auto output = run(std::move(arguments),
                    {.input = std::move(input),
                     .on_output = [&stream](std::string_view piece) { stream.feed(piece); },
                     .variables = {}});
  if (!output) {
    return fail(std::move(output.error()));
  }
  return stream.finish();
}

Result<std::vector<std::string>> PlumbingChanges::tracked_paths() {
  const auto bytes = git_.run({"ls-files", "-z"});
  if (!bytes) {
    return fail(bytes.error());
  }
  auto paths = cut_at_zero(*bytes);
  const auto repeated = std::ranges::unique(paths);  // the stages of an unmerged path
  paths.erase(repeated.begin(), repeated.end());
  return paths;
}

Result<void> PlumbingChanges::export_files(const std::string& commit,
                                           const std::vector<std::string>& paths,
                                           const std::string& folder) {
  const TemporaryIndex index{folder};
  std::vector<std::string> variables;
  if (!commit.empty()) {
    variables.push_back(index.variable());
    auto read = run({"read-tree", "--end-of-options", commit},
                    {.input = {}, .on_output = {}, .variables = variables});
    if (!read) {
      return fail(std::move(read.error()));
    }
  }
  auto written = run({"checkout-index", "-q", "-z", "--stdin", "--ignore-skip-worktree-bits",
                      "--prefix=" + folder + "/"},
                     {.input = joined_by_zero(paths), .on_output = {}, .variables = variables});
  if (!written) {
    return fail(std::move(written.error()));
  }
  return {};
}

Result<std::string> PlumbingChanges::run_for_paths(const std::vector<std::string>& arguments,
                                                   const std::vector<std::string>& paths) {
  std::string all;
  for (auto next = paths.begin(); next != paths.end();) {
    std::vector<std::string> batch = arguments;
    for (std::size_t bytes = 0; next != paths.end() && bytes < k_max_argument_bytes; ++next) {
      batch.push_back(":(top,literal)" + *next);
      bytes += batch.back().size();
    }
    auto output = git_.run(std::move(batch));
    if (!output) {
      return fail(std::move(output.error()));
    }
    all += *output;
  }
  return all;
}

Result<std::vector<std::string>> PlumbingChanges::edited_since(
    const std::string& commit, const std::vector<std::string>& paths) {
  if (!commit.empty()) {
    const auto names =
        run_for_paths({"diff-index", "--name-only", "-z", "--end-of-options", commit, "--"}, paths);
    return names ? Result<std::vector<std::string>>{cut_at_zero(*names)} : fail(names.error());
  }
  // Not diff-files: it takes a file with another time for an edited one.
  std::vector<std::string> edited;
  const auto bytes = run_for_paths(
      {"status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames", "--"}, paths);
  if (!bytes) {
    return fail(bytes.error());
  }
  auto entries = parse_status_entries(*bytes);
  if (!entries) {
    return fail(std::move(entries.error()));
  }
  for (StatusEntry& entry : *entries) {
    if (entry.work_tree != ' ') {
      edited.push_back(std::move(entry.path));
    }
  }
  return edited;
}

Result<std::optional<std::string>> PlumbingChanges::commit_of(const std::string& revision) {
  return line_or_nothing(
      {"rev-parse", "--quiet", "--verify", "--end-of-options", revision + "^{commit}"});
}

Result<std::optional<std::string>> PlumbingChanges::merge_base(const std::string& a,
                                                               const std::string& b) {
  return line_or_nothing({"merge-base", "--end-of-options", a, b});
}

Result<std::vector<std::string>> PlumbingChanges::new_commits(const std::string& head,
                                                              const std::vector<std::string>& known,
                                                              bool not_on_remotes) {
  std::vector<std::string> arguments{"rev-list", head, "--not"};
  std::ranges::copy(known, std::back_inserter(arguments));
  if (not_on_remotes) {
    arguments.emplace_back("--remotes");
  }
  arguments.emplace_back("--");
  const auto bytes = git_.run(std::move(arguments));
  if (!bytes) {
    return fail(bytes.error());
  }
  std::vector<std::string> commits;
  for (const std::string_view line : split(*bytes, '\n')) {
    if (!line.empty()) {
      commits.emplace_back(line);
    }
  }
  return commits;
}

Result<bool> PlumbingChanges::is_shallow() {
  const auto answer = git_.run({"rev-parse", "--is-shallow-repository"});
  if (!answer) {
    return fail(answer.error());
  }
  return trim(*answer) == "true";
}

}  // namespace

std::optional<std::vector<Change>> staged_changes(const Status& status) {
  std::vector<Change> changes;
  for (const StatusEntry& entry : status.entries) {
    if (entry.index == ' ' || entry.index == '?') {
      continue;
    }
    const auto kind = change_kind(entry.index);
    if (!kind || *kind == ChangeKind::Unmerged || entry.index_mode.empty()) {
      return std::nullopt;
    }
    changes.push_back({.kind = *kind,
                       .path = entry.path,
                       .old_path = entry.original_path,
                       .mode = entry.index_mode,
                       .blob_id = *kind == ChangeKind::Deleted ? "" : entry.index_blob});
  }
  return changes;
}

std::unique_ptr<Changes> open_changes(std::string folder, Environment environment) {
  return std::make_unique<PlumbingChanges>(std::move(folder), environment);
}

}  // namespace pumuki::git
