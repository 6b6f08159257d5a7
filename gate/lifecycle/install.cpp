#include "gate/lifecycle/install.h"

#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/core/version.h"
#include "gate/git/config_writer.h"
#include "gate/lifecycle/artefacts.h"
#include "gate/lifecycle/hook_script.h"

#include <algorithm>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr mode_t k_new_hook_mode = 0755;
constexpr mode_t k_executable = 0111;
constexpr std::string_view k_user_suffix = ".user";

std::unexpected<Error> refuse(std::string message, std::string hint) {
  return fail(Code::InstallRefused, std::move(message), std::move(hint));
}

/// Execute bits for everyone who may read.
mode_t with_execute(mode_t mode) { return mode | ((mode >> 2U) & k_executable); }

std::string octal(mode_t mode) {
  std::string digits;
  for (const unsigned shift : {6U, 3U, 0U}) {
    digits += static_cast<char>('0' + ((mode >> shift) & 7U));
  }
  return digits;
}

/// Directly after the first line; in a hook of husky 8 also after the line that loads husky, which
/// starts the file a second time.
std::size_t first_place(std::string_view text) {
  const std::size_t rest = first_line_of(text).rest;
  const auto newline = text.find('\n', rest);
  if (newline != std::string_view::npos && text.substr(rest, newline - rest).contains("husky.sh")) {
    return newline + 1;
  }
  return rest;
}

struct Place {
  std::size_t at = 0;
  std::string name;
};

/// Must the gate come before the user's text? Where that could leave early or belongs to a manager
/// (they end in exec), and at pre-push, where whoever is first reads what git says is pushed.
bool must_be_first(std::string_view before, const HookKind& kind) {
  return kind.has_input ? !trim(before.substr(first_place(before))).empty() : leaves_early(before);
}

/// Where the block goes in the user's text. `old` is where a block stood before: a place the user
/// may have chosen, kept while it does its work there.
Place choose_place(std::string_view text, const HookKind& kind, Position position,
                   std::optional<std::size_t> old) {
  const bool generated = generator_of(text) != Manager::None;
  if (position == Position::Auto && old && !generated &&
      !must_be_first(text.substr(0, *old), kind)) {
    return {*old, *old == first_place(text) ? "first" : *old == text.size() ? "last" : "kept"};
  }
  const bool first = position == Position::First ||
                     (position == Position::Auto && (generated || must_be_first(text, kind)));
  return first ? Place{first_place(text), "first"} : Place{text.size(), "last"};
}

HookBlock new_block(const HookKind& kind, const InstallOptions& options) {
  return {.kind = kind,
          .program = options.program,
          .version = std::string{product_version()},
          .user_suffix = {},
          .old_mode = {},
          .user_is_named_ruby = false};
}

HookPlan plan_new(const HookFile& hook, const InstallOptions& options) {
  HookPlan plan{.kind = hook.kind, .path = hook.path, .action = "created", .position = "only"};
  plan.change = {.path = hook.real, .mode_after = k_new_hook_mode};
  plan.change.after =
      std::string{k_own_first_line} + render_block(new_block(hook.kind, options)) + "\n";
  return plan;
}

Result<HookPlan> plan_wrapped(const HookFile& hook, const InstallOptions& options) {
  HookPlan plan{.kind = hook.kind, .path = hook.path, .action = "wrapped", .position = "only"};
  const std::string kept = hook.real + std::string{k_user_suffix};
  if (entry_exists(kept) && file_identity(kept).inode != file_identity(hook.real).inode) {
    return refuse(kept + " is in the way: the present hook would be kept under that name",
                  "Move it away and run pumuki install again.");
  }
  HookBlock block = new_block(hook.kind, options);
  block.user_suffix = k_user_suffix;
  block.user_is_named_ruby = generator_of(hook.text) == Manager::Overcommit;
  plan.change = {.path = hook.real,
                 .before = hook.text,
                 .after = std::string{k_own_first_line} + render_block(block) + "\n",
                 .mode_before = hook.mode,
                 .mode_after = k_new_hook_mode,
                 .keep_as = kept,
                 .take_from = {}};
  return plan;
}

HookPlan plan_shell(const HookFile& hook, const HooksFolder& folder, const Regions& regions,
                    const InstallOptions& options) {
  HookPlan plan{.kind = hook.kind, .path = hook.path, .action = "changed"};
  HookBlock block = new_block(hook.kind, options);
  std::optional<std::size_t> old;
  if (!regions.complete.empty()) {
    const Region& region = regions.complete.front();
    const std::string_view text =
        std::string_view{hook.text}.substr(region.begin, region.end - region.begin);
    block.old_mode = block_note(text, "pumuki-mode");
    if (const auto parsed = parse_block(text, hook.kind)) {
      block.user_suffix = parsed->user_suffix;
      block.user_is_named_ruby = parsed->user_is_named_ruby;
    }
    if (regions.complete.size() == 1) {
      old = region.begin;
    }
  }
  const mode_t wanted = folder.started_by_husky() ? hook.mode : with_execute(hook.mode);
  if (wanted != hook.mode && regions.complete.empty()) {
    block.old_mode = octal(hook.mode);
  }
  const std::string own = without_regions(hook.text, regions);
  const Place place = choose_place(own, hook.kind, options.position, old);
  plan.position = own == k_own_first_line ? "only" : place.name;
  plan.change = {.path = hook.real,
                 .before = hook.text,
                 .after = insert_block(own, place.at, render_block(block)),
                 .mode_before = hook.mode,
                 .mode_after = wanted,
                 .keep_as = {},
                 .take_from = {}};
  if (!plan.change.changes_something()) {
    plan.action = "unchanged";
  }
  return plan;
}

Result<HookPlan> plan_hook(const InstallPlan& install, const HookKind& kind,
                           const InstallOptions& options) {
  const auto hook = read_hook(install.layout, install.folder, kind);
  if (!hook) {
    return fail(hook.error());
  }
  if (hook->linked_outside) {
    return refuse(hook->path + " is a link that leads out of the repository or nowhere",
                  "Replace it by a file, or install in the repository it leads to.");
  }
  if (!hook->exists) {
    return plan_new(*hook, options);
  }
  const Regions regions = find_regions(hook->text, k_hook_markers);
  if (regions.damaged_line) {
    return refuse(hook->path + ":" + std::to_string(*regions.damaged_line) +
                      ": a marker of the managed block has lost its partner",
                  "Delete what is left of the block and run pumuki install again.");
  }
  const bool foreign = first_line_of(hook->text).interpreter == Interpreter::Foreign;
  return foreign ? plan_wrapped(*hook, options)
                 : Result<HookPlan>{plan_shell(*hook, install.folder, regions, options)};
}

HookPlan plan_left(const InstallPlan& install, const HookKind& kind) {
  HookPlan plan{.kind = kind,
                .path = install.folder.user_folder() + "/" + std::string{kind.name},
                .action = "left"};
  plan.change.path = plan.path;
  return plan;
}

Result<void> check_folder(const HooksFolder& folder, const InstallOptions& options) {
  if (folder.linked_outside) {
    return refuse("the hooks folder " + folder.path + " is reached by a link that leads out of " +
                      "the repository",
                  "Replace the link by a folder, or install in the repository it leads to.");
  }
  if (folder.shared && !options.shared) {
    return refuse("core.hooksPath names " + folder.path + ", which other repositories use too",
                  "pumuki install --shared writes there; git config core.hooksPath .git/hooks "
                  "gives this repository its own.");
  }
  return {};
}

Result<void> check_state(const LifecycleContext& context, const InstallOptions& options) {
  if (options.force || context.environment.get("PUMUKI_AUTO_POSTINSTALL") == "1") {
    return {};
  }
  const auto tracked = context.repository.tracked_files_in("node_modules");
  if (!tracked) {
    return fail(tracked.error(), "while counting tracked files");
  }
  if (*tracked > 0) {
    return refuse("git tracks " + std::to_string(*tracked) + " files in node_modules",
                  "git rm -r --cached node_modules; or pumuki install --force");
  }
  for (const Issue& issue : evidence_issues(evidence::read_summary(context.root))) {
    if (issue.severity == "error") {
      return refuse(issue.message, "Fix them, or pumuki install --force");
    }
  }
  return {};
}

/// "3 of 4 keys differ" is not told: they are set together.
void plan_config(const LifecycleContext& context, const git::Config& config,
                 const InstallOptions& options, InstallPlan& plan) {
  std::vector<std::string> names;
  for (const HookKind& kind : options.hooks) {
    names.emplace_back(kind.name);
  }
  const std::string hooks = join(names, ",");
  const bool same = git::find_config(config, "pumuki.installed") == "true" &&
                    git::find_config(config, "pumuki.version") == product_version() &&
                    git::find_config(config, "pumuki.hooks") == hooks &&
                    git::find_config(config, "pumuki.installed-at");
  if (!same) {
    plan.config = {{"pumuki.version", std::string{product_version()}},
                   {"pumuki.hooks", hooks},
                   {"pumuki.installed-at", format_time(context.clock.now())},
                   {"pumuki.installed", "true"}};
  }
}

void add_notes(const InstallOptions& options, InstallPlan& plan) {
  if (plan.folder.started_by_husky()) {
    plan.notes.push_back("husky starts " + plan.folder.husky_folder +
                         "/<hook>; its own scripts in _ stay as they are.");
  }
  if (plan.manager == Manager::Lefthook) {
    plan.notes.push_back(options.write_manager_config
                             ? "lefthook starts the gate from lefthook-local.yml."
                             : "lefthook writes its hooks itself. Add this to lefthook.yml, or let "
                               "pumuki install --write add it to lefthook-local.yml:\n" +
                                   manager_entry(plan.manager, options));
  }
  if (plan.manager == Manager::PreCommit) {
    plan.notes.push_back(
        "The gate runs before pre-commit. To run it as one of its hooks instead, "
        "add to .pre-commit-config.yaml:\n" +
        manager_entry(plan.manager, options));
  }
  for (const HookPlan& hook : plan.hooks) {
    if (hook.action == "wrapped") {
      plan.notes.push_back("Your " + std::string{hook.kind.name} + " is now " +
                           *hook.change.keep_as + "; it runs after the gate.");
    } else if (hook.change.before && hook.change.mode_before != hook.change.mode_after) {
      plan.notes.push_back("Your " + std::string{hook.kind.name} +
                           " was not executable; what is in it runs from now on.");
    }
  }
}

Result<void> plan_hooks(const InstallOptions& options, InstallPlan& plan) {
  for (const HookKind& kind : options.hooks) {
    if (plan.manager == Manager::Lefthook) {
      plan.hooks.push_back(plan_left(plan, kind));
      continue;
    }
    auto hook = plan_hook(plan, kind, options);
    if (!hook) {
      return fail(std::move(hook.error()));
    }
    plan.hooks.push_back(std::move(*hook));
  }
  return {};
}

}  // namespace

std::string artefacts_key(const std::string& root) { return "pumuki." + root + ".artefacts"; }

bool InstallPlan::changes_something() const {
  return std::ranges::any_of(hooks, [](const auto& h) { return h.change.changes_something(); }) ||
         std::ranges::any_of(files, [](const auto& file) { return file.changes_something(); }) ||
         makes_contract || makes_evidence || !config.empty();
}

Result<InstallPlan> plan_install(const LifecycleContext& context, const InstallOptions& options) {
  auto layout = context.repository.layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the repository");
  }
  if (layout->top_level.empty()) {
    return fail(Code::BareRepository, context.root + " is a bare repository");
  }
  InstallPlan plan;
  plan.layout = std::move(*layout);
  auto folder = find_hooks_folder(plan.layout, context.environment);
  if (!folder) {
    return fail(std::move(folder.error()));
  }
  plan.folder = std::move(*folder);
  if (auto usable = check_folder(plan.folder, options); !usable) {
    return fail(std::move(usable.error()));
  }
  if (auto ready = check_state(context, options); !ready) {
    return fail(std::move(ready.error()));
  }
  const auto config = context.repository.local_config();
  if (!config) {
    return fail(config.error(), "while reading the git configuration");
  }
  plan.manager = options.manager.value_or(find_manager(plan.layout, plan.folder));
  if (auto hooks = plan_hooks(options, plan); !hooks) {
    return fail(std::move(hooks.error()));
  }
  if (auto files = plan_artefacts(context, options, plan); !files) {
    return fail(std::move(files.error()));
  }
  plan_config(context, *config, options, plan);
  add_notes(options, plan);
  return plan;
}

Result<void> apply_install(const LifecycleContext& context, const InstallPlan& plan) {
  for (const HookPlan& hook : plan.hooks) {
    if (auto applied = apply_change(hook.change); !applied) {
      return fail(std::move(applied.error()), "while writing the hook");
    }
  }
  for (const FileChange& file : plan.files) {
    if (auto applied = apply_change(file); !applied) {
      return fail(std::move(applied.error()), "while installing");
    }
  }
  if (auto made = make_artefacts(context, plan); !made) {
    return fail(std::move(made.error()));
  }
  const git::ConfigWriter writer{plan.layout.top_level, context.environment};
  for (const auto& [key, value] : plan.config) {
    if (auto set = writer.set(key, value); !set) {
      return fail(std::move(set.error()));
    }
  }
  return {};
}

std::string manager_entry(Manager manager, const InstallOptions& options) {
  std::string entry;
  if (manager == Manager::Lefthook) {
    for (const HookKind& kind : options.hooks) {
      entry += std::string{kind.name} +
               ":\n  commands:\n    pumuki:\n      run: " + std::string{kind.runner} +
               (kind.has_input ? " {1} {2}\n      use_stdin: true\n" : "\n");
    }
  } else if (manager == Manager::PreCommit) {
    entry = "  - repo: local\n    hooks:\n";
    for (const HookKind& kind : options.hooks) {
      entry +=
          "      - id: " + std::string{kind.runner} +
          "\n        name: " + std::string{kind.runner} +
          "\n        entry: " + std::string{kind.runner} +
          "\n        language: system\n        always_run: true\n        pass_filenames: false\n"
          "        stages: [" +
          std::string{kind.name} + "]\n";
    }
  }
  return entry;
}

}  // namespace pumuki::lifecycle
