#include "gate/sdd/hook_decision.h"

#include "gate/git/memory_repository.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace pumuki::sdd {
namespace {

constexpr TimeMs k_now = 1'767'607'200'000;  // 2026-01-05T10:00:00Z
constexpr const char* k_good =
    "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n#### Scenario: One\n- a\n";
constexpr const char* k_bad = "## ADDED Requirements\n### Requirement: Login\nIt SHALL.\n";
constexpr const char* k_delta = "openspec/changes/add-login/specs/auth/spec.md";

/// The index of a repository; its commits hold the same.
class FakeChanges final : public git::Changes {
 public:
  Result<std::vector<git::Change>> staged() override { return std::vector<git::Change>{}; }
  Result<std::vector<git::Change>> between(const std::string& /*base*/,
                                           const std::string& head) override {
    last_commit = head;
    std::vector<git::Change> all;
    for (const auto& [path, text] : files) {
      git::Change change;
      change.path = path;
      all.push_back(std::move(change));
    }
    return all;
  }
  Result<std::vector<git::Change>> introduced_by(
      const std::vector<std::string>& /*commits*/) override {
    return std::vector<git::Change>{};
  }
  Result<void> read_blobs(const std::vector<std::string>& names, std::size_t /*max_bytes*/,
                          const git::BlobVisitor& visit) override {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& text = files.at(names[i].substr(names[i].find(':') + 1));
      visit(i, text, text.size());
    }
    return {};
  }
  Result<std::vector<std::string>> tracked_paths() override {
    std::vector<std::string> paths;
    for (const auto& [path, text] : files) {
      paths.push_back(path);
    }
    return paths;
  }
  Result<void> export_files(const std::string& /*commit*/,
                            const std::vector<std::string>& /*paths*/,
                            const std::string& /*folder*/) override {
    return {};
  }
  Result<std::vector<std::string>> edited_since(const std::string& /*commit*/,
                                                const std::vector<std::string>& paths) override {
    return edited ? paths : std::vector<std::string>{};
  }
  Result<std::optional<std::string>> commit_of(const std::string& /*revision*/) override {
    return std::nullopt;
  }
  Result<std::optional<std::string>> merge_base(const std::string& /*a*/,
                                                const std::string& /*b*/) override {
    return std::nullopt;
  }
  Result<std::vector<std::string>> new_commits(const std::string& /*head*/,
                                               const std::vector<std::string>& /*known*/,
                                               bool /*not_on_remotes*/) override {
    return std::vector<std::string>{};
  }
  Result<bool> is_shallow() override { return false; }

  std::map<std::string, std::string> files;
  bool edited = false;
  std::string last_commit;
};

class FakeOpenspec final : public Openspec {
 public:
  Result<std::optional<std::string>> version(const std::string& /*root*/) override {
    ++calls;
    return installed ? std::optional<std::string>{"1.13.2"} : std::nullopt;
  }
  Result<ProcessOutput> validate(const std::string& /*root*/) override {
    ++calls;
    return ProcessOutput{.exit_code = 1, .signalled = false, .out = report, .err = {}};
  }

  bool installed = false;
  std::string report;
  int calls = 0;
};

/// An open session for add-login, whose delta is valid in the index.
class HookDecision : public testing::Test {
 protected:
  HookDecision() {
    std::filesystem::create_directories(root_.path() + "/openspec/changes/add-login");
    repository_.state().layout.top_level = root_.path();
    git::Config& config = repository_.state().config;
    config["pumuki.sdd.session.active"] = "true";
    config["pumuki.sdd.session.change"] = "add-login";
    config["pumuki.sdd.session.expiresat"] = "2099-01-01T00:00:00.000Z";
    changes_.files[k_delta] = k_good;
  }

  std::optional<Evaluation> ask(std::vector<std::string> paths) {
    auto evaluation = decide_for_hook({.environment = environment_,
                                       .clock = clock_,
                                       .root = root_.path(),
                                       .repository = &repository_,
                                       .openspec = openspec_},
                                      {.stage = stage_,
                                       .paths = std::move(paths),
                                       .setting = setting_,
                                       .changes = changes_,
                                       .commit = commit_});
    EXPECT_TRUE(evaluation) << explain(evaluation.error());
    return evaluation ? std::move(*evaluation) : std::nullopt;
  }
  void expect_code(Code code, std::vector<std::string> paths) {
    const auto evaluation = ask(std::move(paths));
    ASSERT_TRUE(evaluation);
    EXPECT_EQ(code_text(evaluation->decision.code), code_text(code));
  }
  void close_session() { repository_.state().config.clear(); }

  test::TempDir root_;
  Environment environment_;
  FixedClock clock_{k_now};
  git::MemoryRepository repository_{{}};
  FakeChanges changes_;
  FakeOpenspec openspec_;
  Stage stage_ = Stage::PreCommit;
  std::optional<policy::SddSetting> setting_;
  std::string commit_;
};

TEST_F(HookDecision, code_under_an_open_session_passes_without_starting_openspec) {
  openspec_.installed = true;
  expect_code(Code::Allowed, {"src/a.cc"});
  EXPECT_EQ(openspec_.calls, 0);
}

TEST_F(HookDecision, without_openspec_a_touched_change_is_read_here_and_marked) {
  const auto good = ask({k_delta, "src/a.cc"});
  ASSERT_TRUE(good);
  EXPECT_TRUE(good->decision.allowed);
  EXPECT_TRUE(good->validation && good->validation->structural);
  EXPECT_NE(good->decision.details.find(R"("structural":true)"), std::string::npos);
  changes_.files[k_delta] = k_bad;
  const auto bad = ask({k_delta, "src/a.cc"});
  ASSERT_TRUE(bad);
  EXPECT_FALSE(bad->decision.allowed);
  EXPECT_EQ(bad->decision.code, Code::SddValidationFailed);
  EXPECT_NE(bad->decision.message.find(std::string{k_delta} + ":2"), std::string::npos)
      << bad->decision.message;
}

TEST_F(HookDecision, a_change_that_is_not_touched_does_not_count) {
  changes_.files["openspec/changes/other/specs/auth/spec.md"] = k_bad;
  expect_code(Code::Allowed, {"src/a.cc", k_delta});
  expect_code(Code::SddValidationFailed, {"openspec/changes/other/tasks.md", "src/a.cc"});
}

TEST_F(HookDecision, a_removed_change_leaves_nothing_to_check) {
  expect_code(Code::Allowed, {"openspec/changes/gone/tasks.md", "src/a.cc"});
}

TEST_F(HookDecision, documentation_only_is_none_of_its_business) {
  close_session();
  changes_.files[k_delta] = k_bad;
  EXPECT_FALSE(ask({"README.md", k_delta, "docs/a.txt"}));
  expect_code(Code::SddSessionMissing, {"README.md", "src/a.cc"});
}

TEST_F(HookDecision, the_judged_commit_is_read) {
  stage_ = Stage::PrePush;
  commit_ = "0123456789";
  expect_code(Code::Allowed, {k_delta, "src/a.cc"});
  EXPECT_EQ(changes_.last_commit, commit_);
}

TEST_F(HookDecision, openspec_validates_the_touched_items_only) {
  openspec_.installed = true;
  openspec_.report =
      R"({"items":[{"id":"add-login","type":"change","valid":true,"issues":[]},)"
      R"({"id":"other","type":"change","valid":false,"issues":[{"level":"ERROR"}]}],)"
      R"("summary":{"totals":{"items":2,"passed":1,"failed":1}}})";
  const auto evaluation = ask({k_delta, "src/a.cc"});
  ASSERT_TRUE(evaluation);
  EXPECT_TRUE(evaluation->decision.allowed);
  ASSERT_TRUE(evaluation->validation);
  EXPECT_FALSE(evaluation->validation->structural);
  EXPECT_EQ(evaluation->validation->report.items, 1);
  expect_code(Code::SddValidationFailed, {"openspec/changes/other/tasks.md", "src/a.cc"});
}

TEST_F(HookDecision, what_the_work_tree_does_not_hold_is_read_here) {
  openspec_.installed = true;
  changes_.edited = true;
  const auto evaluation = ask({k_delta, "src/a.cc"});
  ASSERT_TRUE(evaluation && evaluation->validation);
  EXPECT_TRUE(evaluation->validation->structural);
  EXPECT_EQ(openspec_.calls, 0);
}

TEST_F(HookDecision, session_states) {
  repository_.state().config["pumuki.sdd.session.expiresat"] = "2020-01-01T00:00:00.000Z";
  expect_code(Code::Allowed, {"src/a.cc"});  // judged as renewed
  environment_ = environment_.with("PUMUKI_SDD_AUTO_REFRESH_SESSION", "0");
  expect_code(Code::SddSessionInvalid, {"src/a.cc"});
  repository_.state().config["pumuki.sdd.session.change"] = "gone";
  repository_.state().config["pumuki.sdd.session.expiresat"] = "2099-01-01T00:00:00.000Z";
  expect_code(Code::SddChangeMissing, {"src/a.cc"});
  std::filesystem::create_directories(root_.path() + "/openspec/changes/archive/2026-01-01-gone");
  expect_code(Code::SddChangeArchived, {"src/a.cc"});
  close_session();
  expect_code(Code::SddSessionMissing, {"src/a.cc"});
}

TEST_F(HookDecision, without_the_file_sdd_is_strict) {
  std::filesystem::remove_all(root_.path() + "/openspec");
  expect_code(Code::OpenspecProjectMissing, {"src/a.cc"});
}

TEST_F(HookDecision, auto_follows_the_folder) {
  setting_ = policy::SddSetting::Auto;
  close_session();
  expect_code(Code::SddSessionMissing, {"src/a.cc"});
  std::filesystem::remove_all(root_.path() + "/openspec");
  EXPECT_FALSE(ask({"src/a.cc"}));
}

TEST_F(HookDecision, settings_of_the_file) {
  close_session();
  setting_ = policy::SddSetting::Off;
  EXPECT_FALSE(ask({"src/a.cc"}));
  setting_ = policy::SddSetting::Advisory;
  const auto advisory = ask({"src/a.cc"});
  ASSERT_TRUE(advisory);
  EXPECT_TRUE(advisory->decision.allowed);
  EXPECT_EQ(advisory->decision.code, Code::SddSessionMissing);
}

TEST_F(HookDecision, the_environment_wins) {
  close_session();
  setting_ = policy::SddSetting::Off;
  environment_ = environment_.with("PUMUKI_EXPERIMENTAL_SDD", "strict");
  expect_code(Code::SddSessionMissing, {"src/a.cc"});
  setting_ = policy::SddSetting::Strict;
  environment_ = environment_.with("PUMUKI_EXPERIMENTAL_SDD", "off");
  expect_code(Code::SddExperimentalDisabled, {"src/a.cc"});
  environment_ = Environment{}.with("PUMUKI_SDD_BYPASS", "1");
  expect_code(Code::Allowed, {"src/a.cc"});
}

}  // namespace
}  // namespace pumuki::sdd
