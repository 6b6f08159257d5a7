#include "gate/lifecycle/probe.h"

#include "gate/core/files.h"
#include "gate/core/process.h"
#include "gate/core/text.h"
#include "gate/git/git_process.h"
#include "gate/lifecycle/hook_script.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_canary_word = "pumuki-canary ";
constexpr std::size_t k_max_shown = 300;
constexpr std::chrono::milliseconds k_canary_deadline{20'000};

/// A surface on its way to a verdict.
Surface verdict(Surface surface, Proof proof, std::string reason, std::string hint = {}) {
  surface.proof = proof;
  surface.reason = std::move(reason);
  surface.hint = std::move(hint);
  return surface;
}

Surface broken(Surface surface, std::string reason, std::string hint = "pumuki install") {
  return verdict(std::move(surface), Proof::Broken, std::move(reason), std::move(hint));
}

bool has_execute_bit(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && (info.st_mode & 0111U) != 0;
}

bool on_noexec_mount(const std::string& path) {
  struct statvfs info{};
  return ::statvfs(path.c_str(), &info) == 0 && (info.f_flag & ST_NOEXEC) != 0;
}

/// What git would do before it reads a line of the hook; nothing when it would start it.
std::optional<Surface> not_started(const ProbeContext& context, const HookFile& hook,
                                   const Surface& surface) {
  const std::string started = context.folder.path + "/" + std::string{hook.kind.name};
  if (!entry_exists(started)) {
    return broken(surface, "husky's own script " + started + " is missing, so git runs nothing",
                  "Run husky (npm run prepare).");
  }
  if (!has_execute_bit(started)) {
    return broken(surface, "the hook is not executable, so git passes it over",
                  "chmod +x " + shell_quote(started));
  }
  if (on_noexec_mount(started)) {
    return broken(surface, "the hooks folder is on a file system mounted without execution",
                  "Move the hooks (git config core.hooksPath) or mount it with exec.");
  }
  const FirstLine line = first_line_of(hook.text);
  if (line.ends_in_cr && !context.folder.started_by_husky()) {
    return broken(surface, "the first line ends in CR, so the system finds no such shell",
                  "Give the hook LF line ends: sed -i 's/\\r$//' " + shell_quote(hook.real));
  }
  return std::nullopt;
}

struct Answer {
  bool answered = false;
  std::string program;
  std::string version;
  std::string said;
  int exit_code = 0;
};

Answer read_answer(const ProcessOutput& output, const std::string& word, const HookKind& kind) {
  Answer answer{.program = {}, .version = {}, .said = {}, .exit_code = output.exit_code};
  const std::string all = output.out + output.err;
  answer.said = std::string{trim(all).substr(0, k_max_shown)};
  const std::string mark = std::string{k_canary_word} + word + " " + std::string{kind.name} + " ";
  const auto found = all.find(mark);
  if (found == std::string::npos) {
    return answer;
  }
  answer.answered = true;
  const std::string_view rest = std::string_view{all}.substr(found + mark.size());
  const auto newline = rest.find('\n');
  answer.program = rest.substr(0, newline);
  const std::string_view version =
      newline == std::string_view::npos ? std::string_view{} : rest.substr(newline + 1);
  const std::string_view line = trim(version.substr(0, version.find('\n')));
  if (line.starts_with("pumuki ")) {
    answer.version = line.substr(line.find(' ') + 1);
  }
  return answer;
}

std::string fresh_word(const LifecycleContext& context) {
  return std::to_string(context.clock.now()) + "-" + std::to_string(::getpid());
}

/// `git hook run`, or for a git older than 2.36 the file as git would start it.
Result<ProcessOutput> run_hook(const ProbeContext& context, const HookKind& kind,
                               const Environment& environment) {
  const git::GitProcess git{context.layout.top_level, environment};
  auto ran = git.try_run({"hook", "run", std::string{kind.name}});
  if (!ran || !ran->err.contains("is not a git command")) {
    return ran;
  }
  return run_process({.argv = {context.folder.path + "/" + std::string{kind.name}},
                      .cwd = context.layout.top_level,
                      .environment = environment.lines_without({}),
                      .input = {},
                      .deadline = k_canary_deadline});
}

Result<Answer> fire(const ProbeContext& context, const HookKind& kind) {
  const std::string word = fresh_word(context.lifecycle);
  const Environment environment =
      context.lifecycle.environment.with(std::string{k_canary_variable}, word);
  auto ran = run_hook(context, kind, environment);
  if (!ran) {
    return fail(std::move(ran.error()), "while firing a canary at " + std::string{kind.name});
  }
  return read_answer(*ran, word, kind);
}

/// The block alone, out of its file: shows that it finds its program, not that it is reached.
Result<Answer> fire_block_alone(const ProbeContext& context, const HookBlock& block) {
  const std::string word = fresh_word(context.lifecycle);
  auto ran = run_process(
      {.argv = {"/bin/sh", "-c", render_block(block), "pumuki"},
       .cwd = context.layout.top_level,
       .environment = context.lifecycle.environment.with(std::string{k_canary_variable}, word)
                          .lines_without({}),
       .input = {},
       .deadline = k_canary_deadline});
  if (!ran) {
    return fail(std::move(ran.error()), "while firing a canary at the block");
  }
  return read_answer(*ran, word, block.kind);
}

Surface no_answer(Surface surface, const Answer& answer) {
  std::string reason =
      "the canary was not answered; the hook ended with " + std::to_string(answer.exit_code);
  if (!answer.said.empty()) {
    reason += " and said: " + answer.said;
  }
  return broken(std::move(surface), std::move(reason),
                "Run the hook by hand, and look for HUSKY=0, LEFTHOOK=0 and the like.");
}

void take_program(Surface& surface, const Answer& answer) {
  surface.program = answer.program;
  if (!answer.version.empty()) {
    surface.program_version = answer.version;
  }
}

std::optional<Surface> no_program(const Surface& surface, const Answer& answer) {
  if (answer.program == "none") {
    return broken(surface, "the hook answers, but the program it starts is gone");
  }
  if (answer.version.empty()) {
    return broken(surface, answer.program + " is not pumuki, or does not run");
  }
  return std::nullopt;
}

/// The user's text between the first line and the block; loading husky 8 is not the user's.
std::string_view user_text_before(std::string_view text, std::size_t block) {
  std::size_t from = std::min(first_line_of(text).rest, block);
  const std::string_view before = text.substr(from, block - from);
  const auto newline = before.find('\n');
  if (newline != std::string_view::npos && before.substr(0, newline).contains("husky.sh")) {
    return trim(before.substr(newline + 1));
  }
  return trim(before);
}

Result<Surface> prove_late_block(const ProbeContext& context, const HookBlock& block,
                                 Surface surface) {
  const auto answer = fire_block_alone(context, block);
  if (!answer) {
    return fail(answer.error());
  }
  if (!answer->answered) {
    return no_answer(std::move(surface), *answer);
  }
  take_program(surface, *answer);
  if (auto gone = no_program(surface, *answer)) {
    return *gone;
  }
  return verdict(std::move(surface), Proof::Unproven,
                 "commands of yours run before the gate; whether they always reach it shows only "
                 "when they run",
                 "pumuki doctor --run-hooks, or pumuki install --position first");
}

Result<Surface> prove_block(const ProbeContext& context, const HookFile& hook, const Region& region,
                            Surface surface) {
  const std::string_view text = hook.text;
  const auto block = parse_block(text.substr(region.begin, region.end - region.begin), hook.kind);
  if (!block) {
    return verdict(std::move(surface), Proof::Unproven,
                   "the block is of another version or was edited, so it was not fired",
                   "pumuki install");
  }
  if (auto stopped = not_started(context, hook, surface)) {
    return *stopped;
  }
  const std::string_view before = user_text_before(text, region.begin);
  if (leaves_early(before)) {
    return broken(std::move(surface),
                  "the gate stands behind an exit or exec of yours and cannot be reached",
                  "pumuki install --position first");
  }
  if (!before.empty() && !context.run_user_text) {
    return prove_late_block(context, *block, std::move(surface));
  }
  const auto answer = fire(context, hook.kind);
  if (!answer) {
    return fail(answer.error());
  }
  if (!answer->answered) {
    return no_answer(std::move(surface), *answer);
  }
  take_program(surface, *answer);
  if (auto gone = no_program(surface, *answer)) {
    return *gone;
  }
  return verdict(std::move(surface), Proof::Proven, "git ran the hook and the gate answered");
}

/// lefthook's configuration starts commands by name; ours is called after the product.
bool lefthook_starts_us(const git::Layout& layout, const HookKind& kind) {
  for (const std::string& path :
       {lefthook_config(layout.top_level), layout.top_level + "/lefthook-local.yml",
        layout.top_level + "/.lefthook-local.yml"}) {
    const auto text = path.empty() ? std::string{} : read_file(path).value_or("");
    if (text.contains(kind.runner) || text.contains("pumuki " + std::string{kind.command})) {
      return true;
    }
  }
  return false;
}

Surface lefthook_surface(const ProbeContext& context, const HookFile& hook, Surface surface) {
  const bool entry = lefthook_starts_us(context.layout, hook.kind);
  const bool generated = generator_of(hook.text) == Manager::Lefthook;
  if (entry && generated) {
    return verdict(std::move(surface), Proof::Unproven,
                   "lefthook starts the gate among its commands, which were not run",
                   "lefthook run " + std::string{hook.kind.name} + " --commands pumuki");
  }
  const Proof proof = context.installed ? Proof::Broken : Proof::Unproven;
  return verdict(std::move(surface), proof,
                 entry ? "lefthook has not written its hook here"
                       : "lefthook's configuration does not start the gate",
                 entry ? "lefthook install" : "pumuki install --write");
}

}  // namespace

std::string_view proof_name(Proof proof) {
  static constexpr std::array<std::string_view, 3> k_names{"PROVEN", "UNPROVEN", "BROKEN"};
  return k_names.at(static_cast<std::size_t>(proof));
}

Result<Surface> prove_hook(const ProbeContext& context, const HookKind& kind) {
  Surface surface{.name = std::string{kind.name},
                  .reason = {},
                  .hint = {},
                  .path = context.folder.user_folder() + "/" + std::string{kind.name},
                  .program = {},
                  .program_version = {}};
  const auto hook = read_hook(context.layout, context.folder, kind);
  if (!hook) {
    return broken(std::move(surface), describe(hook.error()));
  }
  const Regions regions = find_regions(hook->text, k_hook_markers);
  if (regions.damaged_line) {
    return broken(std::move(surface), "line " + std::to_string(*regions.damaged_line) +
                                          ": a marker of the block has lost its partner");
  }
  if (regions.complete.size() > 1) {
    return broken(std::move(surface), "there are two blocks in the file, so the gate runs twice");
  }
  if (regions.complete.size() == 1) {
    return prove_block(context, *hook, regions.complete.front(), std::move(surface));
  }
  if (context.manager == Manager::Lefthook) {
    return lefthook_surface(context, *hook, std::move(surface));
  }
  const std::string what = hook->exists ? "the hook has no block of ours" : "there is no such hook";
  if (context.installed) {
    return broken(std::move(surface), what + ", although the repository says installed");
  }
  return verdict(std::move(surface), Proof::Unproven, what, "pumuki install");
}

}  // namespace pumuki::lifecycle
