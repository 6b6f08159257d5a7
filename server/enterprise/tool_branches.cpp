#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "server/enterprise/payloads.h"
#include "server/enterprise/tools.h"

#include <algorithm>
#include <array>

namespace pumuki::enterprise {
namespace {

/// Branches that stay, whatever is merged.
constexpr std::array<std::string_view, 6> k_kept_branches{"main", "master",     "develop",
                                                          "dev",  "production", "staging"};
constexpr std::string_view k_only_a_plan = "This is a plan: no command was run.";
constexpr std::string_view k_no_git =
    "There is no git repository in this folder itself, so there is nothing to plan.";

std::vector<std::string> sync_plan(const lifecycle::GitState& git) {
  std::vector<std::string> plan;
  if (!git.upstream) {
    plan.emplace_back("The branch has no upstream: push it with --set-upstream first.");
  }
  if (git.upstream && git.behind > 0) {
    plan.emplace_back("git pull --rebase --autostash");
  }
  if (git.upstream && git.ahead > 0) {
    plan.emplace_back("git push");
  }
  if (git.dirty) {
    plan.emplace_back("Commit or stash the pending changes.");
  }
  if (plan.empty()) {
    plan.emplace_back("Branch and upstream agree: nothing to do.");
  }
  return plan;
}

bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool digit = c >= '0' && c <= '9';
  return letter || digit || std::string_view{"-_./@+"}.contains(c);
}

/// In quotes only where a shell would not take the text as it stands.
std::string as_argument(const std::string& name) {
  return std::ranges::all_of(name, is_plain) ? name : shell_quote(name);
}

ToolAnswer not_available(JsonWriter& json) {
  return {.executed = false,
          .success = false,
          .warnings = {std::string{k_no_git}},
          .result = json.take()};
}

ToolAnswer planned(JsonWriter& json) {
  return {.executed = false,
          .success = true,
          .warnings = {std::string{k_only_a_plan}},
          .result = json.take()};
}

}  // namespace

Result<ToolAnswer> sync_branches(const ToolCall& call) {
  const auto git = read_gitflow(call.inquiry);
  if (!git) {
    return fail(git.error());
  }
  JsonWriter json;
  json.begin_object().key("gitflow");
  write_gitflow(json, *git);
  json.member("plan", git->available ? sync_plan(*git) : std::vector<std::string>{}).end_object();
  return git->available ? planned(json) : not_available(json);
}

Result<ToolAnswer> cleanup_stale_branches(const ToolCall& call) {
  git::Repository* repository = call.inquiry.repository();
  JsonWriter json;
  if (repository == nullptr) {
    json.begin_object().member("candidates", std::vector<std::string>{}).end_object();
    return not_available(json);
  }
  auto branches = repository->merged_branches();
  if (!branches) {
    return fail(std::move(branches.error()), "while listing merged branches");
  }
  std::erase_if(*branches, [](const std::string& name) {
    return std::ranges::find(k_kept_branches, name) != k_kept_branches.end();
  });
  std::vector<std::string> plan;
  for (const std::string& name : *branches) {
    plan.push_back("git branch -d " + as_argument(name));
  }
  json.begin_object().member("candidates", *branches).member("plan", plan).end_object();
  return planned(json);
}

}  // namespace pumuki::enterprise
