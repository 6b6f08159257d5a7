#include "gate/collect/builtin_checks.h"

#include "gate/collect/json_syntax.h"
#include "gate/collect/name_checks.h"
#include "gate/collect/text_checks.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace pumuki::collect {
namespace {

using git::Change;
using git::ChangeKind;

constexpr std::string_view k_regular_mode = "100";
/// What stands in the blob of a file that Git LFS keeps elsewhere (git-lfs pointer specification).
constexpr std::string_view k_lfs_pointer = "version https://git-lfs.github.com/spec/";
/// How often a waiting person is told.
constexpr std::size_t k_progress_step = 256;

bool is_regular(const Change& change) {
  return change.mode.starts_with(k_regular_mode) && !change.blob_id.empty();
}

bool is_new_name(const Change& change) {
  return change.kind == ChangeKind::Added || change.kind == ChangeKind::Renamed ||
         change.kind == ChangeKind::Copied;
}

std::string in_units(std::uint64_t bytes) {
  constexpr std::uint64_t k_kib = 1024;
  return bytes < k_kib * k_kib ? std::to_string(bytes / k_kib) + " KiB"
                               : std::to_string(bytes / (k_kib * k_kib)) + " MiB";
}

/// One run over one scope.
class Run {
 public:
  Run(const CollectContext& context, const CoreRuleSet& rules, const Scope& scope)
      : context_(context), rules_(rules), scope_(scope) {}

  Result<BuiltinFindings> run() {
    check_names();
    if (auto checked = check_collisions(); !checked) {
      return fail(std::move(checked.error()));
    }
    choose_blobs();
    if (auto read = check_blobs(); !read) {
      return fail(std::move(read.error()));
    }
    return std::move(result_);
  }

 private:
  struct Blob {
    const Change* change;
    /// Only in a commit of the range, no longer at its end.
    bool passed;
  };

  void add(evidence::Finding finding, std::string_view found_in, const Blob* blob = nullptr) {
    if (std::cmp_greater_equal(result_.findings.size(), context_.config.max_findings)) {
      result_.truncated = true;
      return;
    }
    const bool passed = blob != nullptr && blob->passed;
    finding.matched_by = found_in;
    finding.source = passed                              ? "git:commits"
                     : scope_.kind == Scope::Kind::Index ? "git:staged"
                                                         : "git:range";
    result_.findings.push_back(std::move(finding));
    result_.blob_ids.push_back(passed ? blob->change->blob_id : std::string{});
  }

  void check_names() {
    for (const Change& change : scope_.changes) {
      if (change.kind == ChangeKind::Unmerged && rules_.on(CoreRule::ConflictMarker)) {
        add(rules_.finding(CoreRule::ConflictMarker, change.path, "The file is not merged yet."),
            "FileState");
      }
      if (is_regular(change) && rules_.on(CoreRule::EnvFile) && is_env_file(change.path)) {
        add(rules_.finding(CoreRule::EnvFile, change.path,
                           "An environment file is about to be committed."),
            "FileName");
      }
    }
  }

  /// Paths of the tree that is judged.
  Result<std::vector<std::string>> all_paths() {
    if (scope_.kind == Scope::Kind::Index) {
      return context_.changes.tracked_paths();
    }
    auto files = context_.changes.between("", scope_.head);
    if (!files) {
      return fail(std::move(files.error()));
    }
    std::vector<std::string> paths;
    for (Change& file : *files) {
      paths.push_back(std::move(file.path));
    }
    return paths;
  }

  Result<void> check_collisions() {
    std::vector<std::string> new_paths;
    for (const Change& change : scope_.changes) {
      if (is_new_name(change)) {
        new_paths.push_back(change.path);
      }
    }
    if (new_paths.empty() || !rules_.on(CoreRule::CaseCollision)) {
      return {};
    }
    const auto paths = all_paths();
    if (!paths) {
      return fail(paths.error(), "while listing the files");
    }
    CaseCollisions collisions{new_paths};
    for (const std::string& path : *paths) {
      collisions.see(path);
    }
    for (const auto& collision : collisions.found()) {
      add(rules_.finding(CoreRule::CaseCollision, collision.path,
                         collision.part + " differs from " + collision.other +
                             " only by upper and lower case."),
          "FileName");
    }
    return {};
  }

  void choose_blobs() {
    std::set<std::pair<std::string_view, std::string_view>> taken;
    for (const Change& change : scope_.changes) {
      if (is_regular(change)) {
        blobs_.push_back({.change = &change, .passed = false});
        taken.emplace(change.path, change.blob_id);
      }
    }
    if (!rules_.on(CoreRule::PrivateKey) && !rules_.on(CoreRule::Token)) {
      return;
    }
    for (const Change& change : scope_.commit_changes) {
      if (is_regular(change) && taken.emplace(change.path, change.blob_id).second) {
        blobs_.push_back({.change = &change, .passed = true});
      }
    }
  }

  Result<void> check_blobs() {
    if (blobs_.empty()) {
      return {};
    }
    std::vector<std::string> names;
    names.reserve(blobs_.size());
    for (const Blob& blob : blobs_) {
      names.push_back(blob.change->blob_id);
    }
    auto read = context_.changes.read_blobs(
        names, k_max_searched_bytes,
        [&](std::size_t index, std::optional<std::string_view> bytes, std::uint64_t size) {
          if (context_.progress && index % k_progress_step == 0) {
            context_.progress("built-in checks", index, blobs_.size());
          }
          check_blob(blobs_[index], bytes, size);
        });
    if (!read) {
      return fail(std::move(read.error()), "while reading the files to be judged");
    }
    if (!missing_.empty()) {
      return fail(Code::GitFailed, "the content of " + missing_ + " is not in the repository",
                  "git fetch, or git fsck if that does not help");
    }
    return {};
  }

  void check_blob(const Blob& blob, std::optional<std::string_view> bytes, std::uint64_t size) {
    const Change& change = *blob.change;
    if (!bytes && size == 0) {
      missing_ = change.path;
      return;
    }
    if (!blob.passed) {
      check_size(change, size);
    }
    if (!bytes) {
      result_.notices.push_back(
          {.file = change.path,
           .reason = "too large to be searched for keys and tokens (" + in_units(size) + ")"});
      return;
    }
    const auto text = text_of_blob(*bytes, storage_);
    if (text) {
      check_content(blob, *text);
    }
  }

  void check_size(const Change& change, std::uint64_t size) {
    if (!rules_.on(CoreRule::LargeFile) ||
        !std::cmp_greater(size, context_.config.large_file_bytes)) {
      return;
    }
    const auto limit = static_cast<std::uint64_t>(context_.config.large_file_bytes);
    add(rules_.finding(
            CoreRule::LargeFile, change.path,
            "The file has " + in_units(size) + "; the limit is " + in_units(limit) + "."),
        "FileSize");
  }

  void check_content(const Blob& blob, std::string_view text) {
    take(blob, find_secrets(text));
    if (blob.passed) {
      return;
    }
    take(blob, find_conflicts(text));
    const auto dialect = json_dialect(blob.change->path);
    if (!dialect || !rules_.on(CoreRule::JsonSyntax) || text.starts_with(k_lfs_pointer)) {
      return;
    }
    if (const auto fault = json_fault(text, *dialect)) {
      add(rules_.finding(CoreRule::JsonSyntax, blob.change->path,
                         "This is not valid JSON from line " + std::to_string(fault->line) +
                             ", column " + std::to_string(fault->column) + " on.",
                         {fault->line}),
          "FileContent", &blob);
    }
  }

  void take(const Blob& blob, std::vector<TextHit> hits) {
    for (TextHit& hit : hits) {
      if (!rules_.on(hit.rule)) {
        continue;
      }
      std::string message = std::move(hit.message);
      if (blob.passed) {
        message += " A commit of this push has it, though a later one took it out.";
      }
      add(rules_.finding(hit.rule, blob.change->path, std::move(message), std::move(hit.lines)),
          "FileContent", &blob);
    }
  }

  const CollectContext& context_;
  const CoreRuleSet& rules_;
  const Scope& scope_;
  std::vector<Blob> blobs_;
  BuiltinFindings result_;
  std::string missing_;
  std::string storage_;
};

}  // namespace

Result<BuiltinFindings> run_builtin_checks(const CollectContext& context, const CoreRuleSet& rules,
                                           const Scope& scope) {
  return Run{context, rules, scope}.run();
}

}  // namespace pumuki::collect
