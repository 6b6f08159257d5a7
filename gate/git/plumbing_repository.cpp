#include "gate/git/plumbing_repository.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/git/config_parser.h"
#include "gate/git/git_layout.h"
#include "gate/git/git_process.h"
#include "gate/git/status_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pumuki::git {
namespace {

constexpr std::string_view k_no_work_tree = "must be run in a work tree";
constexpr std::string_view k_branch_prefix = "refs/heads/";
/// `symbolic-ref -q` on a detached HEAD, `rev-parse -q --verify` on a name that does not exist.
constexpr int k_exit_not_there = 1;

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

/// The number after `word` in "ahead 2, behind 1"; 0 without it.
std::size_t count_after(std::string_view text, std::string_view word) {
  std::size_t value = 0;
  if (const auto found = text.find(word); found != std::string_view::npos) {
    const auto digits = text.substr(found + word.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
  }
  return value;
}

/// One object serves one question to the gate, so the configuration and the folders are asked for
/// once; the tree and the references are looked at each time.
class PlumbingRepository final : public Repository {
 public:
  PlumbingRepository(std::string folder, Environment environment)
      : folder_{std::move(folder)},
        environment_{std::move(environment)},
        git_{folder_, environment_} {}

  Result<Layout> layout() override;
  Result<Head> head() override;
  Result<Status> status(Untracked untracked) override;
  Result<Config> local_config() override;
  Result<std::vector<std::string>> merged_branches() override;
  Result<std::size_t> tracked_files_in(std::string_view folder) override;

 private:
  Result<const ConfigListing*> listing();
  /// The layout without a process beyond listing(); nothing when only git can tell.
  Result<std::optional<Layout>> quick_layout();
  Result<Layout> asked_layout();
  Result<std::string> asked_path(std::vector<std::string> question);
  Result<Head> head_of_branch(std::string reference);
  /// The upstream of a branch without commits, when its tracking reference exists.
  std::optional<std::string> upstream_of_unborn(const std::string& branch);
  Result<bool> has_commits();
  /// Fails when git does not accept the folder as part of a repository.
  Result<void> require_repository();

  std::string folder_;
  Environment environment_;
  GitProcess git_;
  std::optional<ConfigListing> listing_;
};

Result<void> PlumbingRepository::require_repository() {
  if (auto asked = git_.run({"rev-parse", "--git-dir"}); !asked) {
    return fail(std::move(asked.error()));
  }
  return {};
}

Result<const ConfigListing*> PlumbingRepository::listing() {
  if (listing_) {
    return &*listing_;
  }
  auto output = git_.run({"config", "--null", "--list", "--show-scope", "--show-origin"});
  if (!output) {
    return fail(std::move(output.error()));
  }
  auto parsed = parse_config_listing(*output);
  if (!parsed) {
    return fail(std::move(parsed.error()));
  }
  if (parsed->local.empty()) {
    // Where git refuses a repository it lists the remaining scopes as if there were none.
    if (auto accepted = require_repository(); !accepted) {
      return fail(std::move(accepted.error()));
    }
  }
  listing_ = std::move(*parsed);
  return &*listing_;
}

Result<Config> PlumbingRepository::local_config() {
  const auto listed = listing();
  if (!listed) {
    return fail(listed.error());
  }
  return (*listed)->local;
}

Result<Layout> PlumbingRepository::layout() {
  auto quick = quick_layout();
  if (!quick) {
    return fail(std::move(quick.error()));
  }
  if (std::optional<Layout> found = std::move(*quick)) {
    return std::move(*found);
  }
  return asked_layout();
}

Result<std::optional<Layout>> PlumbingRepository::quick_layout() {
  const auto folders = find_git_folders(folder_, environment_);
  if (!folders) {
    return std::nullopt;
  }
  const auto listed = listing();
  if (!listed) {
    return fail(listed.error());
  }
  const auto top = find_top_level(folder_, *folders, (*listed)->effective);
  if (!top) {
    return std::nullopt;
  }
  Layout layout{.top_level = *top,
                .git_dir = folders->git_dir,
                .common_dir = folders->common_dir,
                .hooks_dir = {}};
  const auto hooks = find_hooks_dir(layout, (*listed)->effective, environment_);
  if (!hooks) {
    return std::nullopt;
  }
  layout.hooks_dir = *hooks;
  return layout;
}

Result<std::string> PlumbingRepository::asked_path(std::vector<std::string> question) {
  question.insert(question.begin(), {"rev-parse", "--path-format=absolute"});
  auto answer = git_.run(std::move(question));
  if (!answer) {
    return fail(std::move(answer.error()));
  }
  return resolve_path(folder_, without_newline(std::move(*answer)));
}

Result<Layout> PlumbingRepository::asked_layout() {
  // A path may hold newlines, so each has a run of its own; this is the rare way.
  Layout layout;
  const std::array<std::pair<std::string*, std::vector<std::string>>, 3> questions{
      {{&layout.git_dir, {"--git-dir"}},
       {&layout.common_dir, {"--git-common-dir"}},
       {&layout.hooks_dir, {"--git-path", "hooks"}}}};
  for (const auto& [target, question] : questions) {
    auto answer = asked_path(question);
    if (!answer) {
      return fail(std::move(answer.error()));
    }
    *target = std::move(*answer);
  }
  auto top = asked_path({"--show-toplevel"});
  if (top) {
    layout.top_level = std::move(*top);
  } else if (top.error().message.find(k_no_work_tree) == std::string::npos) {
    return fail(std::move(top.error()));
  }
  return layout;
}

Result<Status> PlumbingRepository::status(Untracked untracked) {
  std::vector<std::string> arguments{"status", "--porcelain=v2", "--branch", "-z"};
  if (untracked == Untracked::Files) {
    arguments.emplace_back("--untracked-files=all");
  }
  auto output = git_.try_run(std::move(arguments));
  if (!output) {
    return fail(std::move(output.error()), "while running git status");
  }
  if (output->exit_code != 0 && output->err.find(k_no_work_tree) != std::string::npos) {
    auto found = head();
    if (!found) {
      return fail(std::move(found.error()));
    }
    return Status{.head = std::move(*found), .entries = {}};
  }
  if (output->exit_code != 0) {
    return fail(git_.explain_failure(*output), "while running git status");
  }
  auto parsed = parse_status(output->out);
  if (!parsed) {
    return fail(std::move(parsed.error()));
  }
  if (parsed->unconfirmed_upstream) {
    Head& found = parsed->status.head;
    found.upstream = upstream_of_unborn(found.symbolic_branch.value_or(""));
  }
  return std::move(parsed->status);
}

Result<Head> PlumbingRepository::head() {
  auto output = git_.try_run({"symbolic-ref", "--quiet", "HEAD"});
  if (!output) {
    return fail(std::move(output.error()));
  }
  if (output->exit_code == k_exit_not_there) {
    Head detached;
    detached.branch = "HEAD";
    return detached;
  }
  if (output->exit_code != 0) {
    return fail(git_.explain_failure(*output), "while running git symbolic-ref");
  }
  return head_of_branch(without_newline(std::move(output->out)));
}

Result<Head> PlumbingRepository::head_of_branch(std::string reference) {
  Head head;
  head.symbolic_branch =
      reference.starts_with(k_branch_prefix) ? reference.substr(k_branch_prefix.size()) : reference;
  const auto output = git_.run(
      {"for-each-ref", "--format=%(refname)%00%(upstream:short)%00%(upstream:track,nobracket)%00",
       std::move(reference)});
  if (!output) {
    return fail(output.error());
  }
  const auto fields = split(*output, '\0');
  if (fields.size() < 4) {
    head.upstream = upstream_of_unborn(*head.symbolic_branch);
    return head;
  }
  head.branch = head.symbolic_branch;
  if (!fields[1].empty() && fields[2] != "gone") {
    head.upstream = std::string{fields[1]};
    head.ahead = count_after(fields[2], "ahead ");
    head.behind = count_after(fields[2], "behind ");
  }
  return head;
}

std::optional<std::string> PlumbingRepository::upstream_of_unborn(const std::string& branch) {
  auto name = git_.run({"rev-parse", "--abbrev-ref", branch + "@{upstream}"});
  return name ? std::optional{without_newline(std::move(*name))} : std::nullopt;
}

Result<bool> PlumbingRepository::has_commits() {
  const auto output = git_.try_run({"rev-parse", "--quiet", "--verify", "HEAD^{commit}"});
  if (!output) {
    return fail(output.error());
  }
  if (output->exit_code != 0 && output->exit_code != k_exit_not_there) {
    return fail(git_.explain_failure(*output), "while running git rev-parse");
  }
  return output->exit_code == 0;
}

Result<std::vector<std::string>> PlumbingRepository::merged_branches() {
  auto output = git_.run({"for-each-ref", "--merged=HEAD",
                          "--format=%(refname)%00%(HEAD)%00%(worktreepath)%00", "refs/heads"});
  if (!output) {
    if (const auto commits = has_commits(); commits && !*commits) {
      return std::vector<std::string>{};
    }
    return fail(std::move(output.error()));
  }
  std::vector<std::string> branches;
  const auto fields = split(*output, '\0');
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) {
    // The newline that ends a line of the format stands before the next name.
    const auto name = trim(fields[i]);
    if (fields[i + 1] != "*" && fields[i + 2].empty() && name.starts_with(k_branch_prefix)) {
      branches.emplace_back(name.substr(k_branch_prefix.size()));
    }
  }
  std::ranges::sort(branches);
  return branches;
}

Result<std::size_t> PlumbingRepository::tracked_files_in(std::string_view folder) {
  const auto output = git_.run({"ls-files", "-z", "--", ":(top,literal)" + std::string{folder}});
  if (!output) {
    return fail(output.error());
  }
  return static_cast<std::size_t>(std::ranges::count(*output, '\0'));
}

}  // namespace

std::unique_ptr<Repository> open_with_plumbing(std::string folder, Environment environment) {
  return std::make_unique<PlumbingRepository>(std::move(folder), std::move(environment));
}

}  // namespace pumuki::git
