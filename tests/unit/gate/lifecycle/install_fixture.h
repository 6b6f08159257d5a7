#pragma once

#include "gate/core/clock.h"
#include "gate/git/plumbing_repository.h"
#include "gate/lifecycle/install.h"
#include "gate/lifecycle/uninstall.h"
#include "tests/support/repo_builder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace pumuki::lifecycle {

/// Installs into and uninstalls from a real repository, in process.
class InstallTest : public testing::Test {
 protected:
  InstallTest() { options_.program = "/opt/pumuki/bin/pumuki"; }

  /// A repository handle answers from one look, so each step opens its own.
  template <class Step>
  auto with_context(const std::string& root, Step step) {
    const auto repository = git::open_with_plumbing(root, repo_.environment());
    const LifecycleContext context{
        .environment = environment_, .clock = clock_, .root = root, .repository = *repository};
    return step(context);
  }
  Result<InstallPlan> plan(const std::string& root) {
    return with_context(root, [&](const auto& context) { return plan_install(context, options_); });
  }
  Result<InstallPlan> install_in(const std::string& root) {
    return with_context(root, [&](const auto& context) -> Result<InstallPlan> {
      auto made = plan_install(context, options_);
      if (!made) {
        return made;
      }
      if (auto applied = apply_install(context, *made); !applied) {
        return fail(applied.error());
      }
      return made;
    });
  }
  Result<InstallPlan> install() { return install_in(repo_.root()); }
  Result<UninstallPlan> uninstall_in(const std::string& root, bool purge = true) {
    return with_context(root, [&](const auto& context) -> Result<UninstallPlan> {
      auto made = plan_uninstall(context, purge);
      if (!made) {
        return made;
      }
      if (auto applied = apply_uninstall(context, *made); !applied) {
        return fail(applied.error());
      }
      return made;
    });
  }
  Result<UninstallPlan> uninstall() { return uninstall_in(repo_.root()); }

  [[nodiscard]] std::string hook_path(const std::string& name) const {
    return repo_.root() + "/.git/hooks/" + name;
  }
  void write_hook(const std::string& name, const std::string& text, mode_t mode = 0755) {
    test::write_bytes(hook_path(name), text);
    ::chmod(hook_path(name).c_str(), mode);
  }
  [[nodiscard]] std::string hook(const std::string& name) const {
    return test::read_bytes(hook_path(name));
  }
  static mode_t mode_of(const std::string& path) {
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0U;
  }
  /// Every file below `folder` but git's objects: link target or permissions and bytes.
  static std::map<std::string, std::string> snapshot(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
      const std::string path = entry.path().string();
      if (entry.is_symlink()) {
        files[path] = "-> " + std::filesystem::read_symlink(entry.path()).string();
      } else if (entry.is_regular_file() && !path.contains("/objects/")) {
        files[path] = std::to_string(mode_of(path)) + " " + test::read_bytes(path);
      }
    }
    return files;
  }

  test::RepoBuilder repo_;
  Environment environment_ = repo_.environment();
  FixedClock clock_{1'800'000'000'000};
  InstallOptions options_;
};

}  // namespace pumuki::lifecycle
