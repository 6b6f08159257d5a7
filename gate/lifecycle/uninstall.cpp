#include "gate/lifecycle/uninstall.h"

#include "gate/core/files.h"
#include "gate/git/config_writer.h"
#include "gate/git/git_process.h"
#include "gate/lifecycle/artefacts.h"
#include "gate/policy/gate_config.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_managed_artefacts_key = "pumuki.openspec.managed-artifacts";
constexpr mode_t k_any_mode = 07777;

std::unexpected<Error> damaged(const std::string& path, std::size_t line) {
  return fail(Code::InstallRefused,
              path + ":" + std::to_string(line) + ": a marker of the block has lost its partner",
              "Delete what is left of the block and run pumuki uninstall again.");
}

mode_t mode_from(const std::string& octal, mode_t otherwise) {
  unsigned mode = 0;
  const auto parsed = std::from_chars(octal.data(), octal.data() + octal.size(), mode, 8);
  return octal.empty() || parsed.ec != std::errc{} || mode > k_any_mode ? otherwise : mode;
}

/// The hook as it was; no change when there is no block in it.
Result<FileChange> restored_hook(const HookFile& hook) {
  FileChange change{.path = hook.real,
                    .before = hook.text,
                    .after = hook.text,
                    .mode_before = hook.mode,
                    .mode_after = hook.mode,
                    .keep_as = {},
                    .take_from = {}};
  const Regions regions = find_regions(hook.text, k_hook_markers);
  if (regions.damaged_line) {
    return damaged(hook.path, *regions.damaged_line);
  }
  if (regions.complete.empty()) {
    return change;
  }
  const Region& first = regions.complete.front();
  const auto block = std::string_view{hook.text}.substr(first.begin, first.end - first.begin);
  change.mode_after = mode_from(block_note(block, "pumuki-mode"), hook.mode);
  change.after = without_regions(hook.text, regions);
  if (change.after == k_own_first_line) {
    change.after.reset();
    const std::string user = hook.real + ".user";
    const auto parsed = parse_block(block, hook.kind);
    if (parsed && !parsed->user_suffix.empty() && entry_exists(user)) {
      change.take_from = user;
    }
  }
  return change;
}

Result<void> plan_hooks(UninstallPlan& plan) {
  for (const HookKind& kind : k_hook_kinds) {
    const auto hook = read_hook(plan.layout, plan.folder, kind);
    if (!hook) {
      return fail(hook.error());
    }
    if (!hook->exists) {
      continue;
    }
    auto change = restored_hook(*hook);
    if (!change) {
      return fail(std::move(change.error()));
    }
    if (change->changes_something() && hook->linked_outside) {
      return fail(Code::InstallRefused, hook->path + " is a link that leads out of the repository",
                  "Run pumuki uninstall in the repository it leads to.");
    }
    plan.files.push_back(std::move(*change));
  }
  return {};
}

/// A file of which only our block is left was made by install.
Result<void> plan_block_file(const std::string& path, Markers markers, UninstallPlan& plan) {
  auto text = read_file(path);
  if (!text) {
    return text.error().code == Code::NotFound ? Result<void>{} : fail(std::move(text.error()));
  }
  const Regions regions = find_regions(*text, markers);
  if (regions.damaged_line) {
    return damaged(path, *regions.damaged_line);
  }
  struct stat info{};
  if (regions.complete.empty() || ::stat(path.c_str(), &info) != 0) {
    return {};
  }
  FileChange change{.path = path,
                    .before = *text,
                    .after = without_regions(*text, regions),
                    .mode_before = info.st_mode & k_any_mode,
                    .mode_after = info.st_mode & k_any_mode,
                    .keep_as = {},
                    .take_from = {}};
  if (change.after->empty()) {
    change.after.reset();
  }
  plan.files.push_back(std::move(change));
  return {};
}

bool is_tracked(const LifecycleContext& context, const std::string& name) {
  const auto asked = git::GitProcess{context.root, context.environment}.try_run(
      {"ls-files", "--error-unmatch", "--", ":(literal)" + name});
  return !asked || asked->exit_code == 0;
}

/// Names that stay inside the root and belong to the product.
bool is_ours(const std::string& name) {
  return name == evidence::k_file_name ||
         (name.starts_with(".pumuki/") && !name.contains("/../") && !name.ends_with("/.."));
}

void plan_purge(const LifecycleContext& context, const git::Config& config, UninstallPlan& plan) {
  for (const std::string& name : recorded_artefacts(config, context.root)) {
    std::string path = context.root + "/" + name;
    if (!is_ours(name) || !entry_exists(path)) {
      continue;
    }
    if (is_tracked(context, name)) {
      plan.notes.push_back(name + " is tracked by git and stays.");
    } else if (name == policy::k_gate_config_file &&
               read_file(path).value_or("") != initial_gate_config()) {
      plan.notes.push_back(name + " has changes of yours and stays.");
    } else {
      plan.artefacts.push_back(std::move(path));
    }
  }
}

void plan_keys(const LifecycleContext& context, const git::Config& config, UninstallPlan& plan) {
  std::vector<std::string> keys{k_lifecycle_keys.begin(), k_lifecycle_keys.end()};
  keys.emplace_back(k_managed_artefacts_key);
  keys.push_back(artefacts_key(context.root));
  for (std::string& key : keys) {
    if (config.contains(key)) {
      plan.keys.push_back(std::move(key));
    }
  }
}

Result<void> plan_files(UninstallPlan& plan) {
  if (auto hooks = plan_hooks(plan); !hooks) {
    return hooks;
  }
  if (auto exclude =
          plan_block_file(plan.layout.common_dir + "/info/exclude", k_exclude_markers, plan);
      !exclude) {
    return exclude;
  }
  for (const char* name : {"/lefthook-local.yml", "/.lefthook-local.yml"}) {
    if (auto local = plan_block_file(plan.layout.top_level + name, k_hook_markers, plan); !local) {
      return local;
    }
  }
  return {};
}

Result<void> remove_artefact(const std::string& root, const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return fail(Code::NotWritable, path + ": " + std::strerror(errno));
  }
  std::string folder = path.substr(0, path.rfind('/'));
  while (folder.size() > root.size() && ::rmdir(folder.c_str()) == 0) {
    folder.resize(folder.rfind('/'));
  }
  return {};
}

}  // namespace

bool UninstallPlan::changes_something() const {
  return std::ranges::any_of(files, [](const auto& file) { return file.changes_something(); }) ||
         !artefacts.empty() || !keys.empty();
}

Result<UninstallPlan> plan_uninstall(const LifecycleContext& context, bool purge) {
  auto layout = context.repository.layout();
  if (!layout) {
    return fail(std::move(layout.error()), "while looking for the repository");
  }
  if (layout->top_level.empty()) {
    return fail(Code::BareRepository, context.root + " is a bare repository");
  }
  UninstallPlan plan;
  plan.layout = std::move(*layout);
  auto folder = find_hooks_folder(plan.layout, context.environment);
  if (!folder) {
    return fail(std::move(folder.error()));
  }
  plan.folder = std::move(*folder);
  const auto config = context.repository.local_config();
  if (!config) {
    return fail(config.error(), "while reading the git configuration");
  }
  if (auto files = plan_files(plan); !files) {
    return fail(std::move(files.error()));
  }
  if (purge) {
    plan_purge(context, *config, plan);
  }
  plan_keys(context, *config, plan);
  return plan;
}

Result<void> apply_uninstall(const LifecycleContext& context, const UninstallPlan& plan) {
  for (const FileChange& file : plan.files) {
    if (auto applied = apply_change(file); !applied) {
      return fail(std::move(applied.error()), "while uninstalling");
    }
  }
  for (const std::string& path : plan.artefacts) {
    if (auto removed = remove_artefact(context.root, path); !removed) {
      return removed;
    }
  }
  const git::ConfigWriter writer{plan.layout.top_level, context.environment};
  for (const std::string& key : plan.keys) {
    if (auto unset = writer.unset(key); !unset) {
      return unset;
    }
  }
  return {};
}

}  // namespace pumuki::lifecycle
