#include "gate/git/git_process.h"

#include "gate/core/text.h"
#include "gate/git/plumbing_repository.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pumuki::git {
namespace {

constexpr std::size_t k_max_git_output = std::size_t{256} << 20;
constexpr std::size_t k_max_shown = 2000;
constexpr std::string_view k_usual_path = "/usr/local/bin:/usr/bin:/bin";

/// GIT_CONFIG redirects `git config` alone, the others change what a path argument means.
constexpr std::array<std::string_view, 5> k_left_out{
    "GIT_CONFIG=", "GIT_LITERAL_PATHSPECS=", "GIT_GLOB_PATHSPECS=", "GIT_NOGLOB_PATHSPECS=",
    "GIT_ICASE_PATHSPECS="};

constexpr std::array<std::string_view, 5> k_format_complaints{
    "unknown repository extension", "v1-only extension found", "Expected git repo version",
    "invalid value for 'extensions.", "unknown ref storage format"};

std::vector<std::string> lines_for_git(const Environment& environment) {
  auto lines = environment.with("LC_ALL", "C")
                   .with("GIT_OPTIONAL_LOCKS", "0")
                   .with("GIT_TERMINAL_PROMPT", "0")
                   .lines_without({});
  std::erase_if(lines, [](const std::string& line) {
    return std::ranges::any_of(k_left_out, [&](auto name) { return line.starts_with(name); });
  });
  return lines;
}

/// The text between the first quotes after `marker`.
std::optional<std::string> quoted_after(std::string_view text, std::string_view marker) {
  const auto found = text.find(marker);
  const auto begin = text.find('\'', found == std::string_view::npos ? text.size() : found);
  const auto end = begin == std::string_view::npos ? begin : text.find("'\n", begin + 1);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return std::string{text.substr(begin + 1, end - begin - 1)};
}

Error dubious_ownership(std::string_view said, const std::string& folder) {
  const std::string path = quoted_after(said, "dubious ownership").value_or(folder);
  std::string owner = "an unknown user";
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0) {
    owner = "uid " + std::to_string(info.st_uid);
  }
  return {.code = Code::GitDubiousOwnership,
          .message = path + " belongs to " + owner + ", this process runs as uid " +
                     std::to_string(::geteuid()),
          .hint = "git config --global --add safe.directory " + shell_quote(path),
          .context = {}};
}

}  // namespace

GitProcess::GitProcess(std::string folder, const Environment& environment)
    : folder_{std::move(folder)},
      program_{find_in_path("git", environment)},
      environment_{lines_for_git(environment)} {}

Result<ProcessOutput> GitProcess::try_run(std::vector<std::string> arguments) const {
  return try_run(std::move(arguments), Streams{});
}

Result<ProcessOutput> GitProcess::try_run(std::vector<std::string> arguments,
                                          Streams streams) const {
  if (program_.empty()) {
    return fail(Code::ProcessFailed, "git is not in PATH");
  }
  ProcessSpec spec;
  spec.argv = {program_, "--no-optional-locks", "-c", "core.quotePath=false",
               "-c",     "color.ui=false"};
  std::ranges::move(arguments, std::back_inserter(spec.argv));
  spec.cwd = folder_;
  spec.environment = environment_;
  for (std::string& variable : streams.variables) {
    const auto name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(spec.environment, [&](const auto& line) { return line.starts_with(name); });
    spec.environment.push_back(std::move(variable));
  }
  spec.input = std::move(streams.input);
  spec.on_output = std::move(streams.on_output);
  spec.deadline = k_git_deadline;
  spec.max_output_bytes = k_max_git_output;
  return run_process(spec);
}

Result<std::string> GitProcess::run(std::vector<std::string> arguments) const {
  const std::string command = arguments.empty() ? std::string{} : arguments.front();
  auto output = try_run(std::move(arguments));
  if (!output) {
    return fail(std::move(output.error()), "while running git " + command);
  }
  if (output->exit_code != 0) {
    return fail(explain_failure(*output), "while running git " + command);
  }
  return std::move(output->out);
}

Error GitProcess::explain_failure(const ProcessOutput& output) const {
  const std::string_view said = trim(output.err);
  if (said.find("dubious ownership") != std::string_view::npos) {
    return dubious_ownership(output.err, folder_);
  }
  const std::string shown{said.substr(0, k_max_shown)};
  const auto says = [&](std::string_view text) {
    return said.find(text) != std::string_view::npos;
  };
  if (std::ranges::any_of(k_format_complaints, says)) {
    return fail(Code::GitFormatUnsupported, "git cannot read this repository: " + shown).error();
  }
  if (says("not a git repository") || says("not in a git directory")) {
    return fail(Code::NoRepository, folder_ + " is not inside a git repository").error();
  }
  const std::string status = "git ended with status " + std::to_string(output.exit_code);
  return fail(Code::GitFailed, shown.empty() ? status : status + ": " + shown).error();
}

std::string find_in_path(std::string_view program, const Environment& environment) {
  const auto path = environment.get("PATH").value_or(k_usual_path);
  for (const std::string_view folder : split(path, ':')) {
    if (!folder.starts_with('/')) {
      continue;
    }
    std::string candidate = std::string{folder} + '/' + std::string{program};
    struct stat info{};
    if (::stat(candidate.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

}  // namespace pumuki::git
