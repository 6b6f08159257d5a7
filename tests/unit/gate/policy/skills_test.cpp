#include "gate/policy/skills_contract.h"
#include "gate/policy/skills_coverage.h"
#include "gate/policy/skills_lock.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pumuki::policy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Platforms = std::vector<Platform>;

const std::string k_hash(64, 'a');

std::string rule_json(const std::string& platform) {
  return R"({"id":"r","description":"d","severity":"WARN","platform":")" + platform +
         R"(","sourceSkill":"s","sourcePath":"p"})";
}

std::string lock_json(const std::string& bundle, const std::string& rules = "") {
  return R"({"version":"1.0","compilerVersion":"1.0.0","generatedAt":"2026-01-02T03:04:05.000Z",)"
         R"("bundles":[{"name":")" +
         bundle + R"(","version":"1.0.0","source":"file:x","hash":")" + k_hash + R"(","rules":[)" +
         rules + "]}]}";
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

class SkillsLockTest : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    test::write_bytes(temp_ / file, text);
  }
  Platforms required() {
    notices_.clear();
    return required_platforms(temp_.path(), &notices_);
  }

  test::TempDir temp_;
  Notices notices_;
};

TEST_F(SkillsLockTest, requires_nothing_without_files) {
  EXPECT_THAT(required(), IsEmpty());
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(SkillsLockTest, requires_the_platform_of_a_bundle) {
  write("skills.lock.json", lock_json(" android-guidelines@2.0.0"));
  EXPECT_THAT(required(), ElementsAre(Platform::Android));
  write("skills.lock.json", lock_json("ios-concurrency-guidelines"));
  EXPECT_THAT(required(), ElementsAre(Platform::Ios));
  write("skills.lock.json", lock_json("house-rules"));
  EXPECT_THAT(required(), IsEmpty());
}

TEST_F(SkillsLockTest, requires_the_platforms_that_rules_name) {
  write("skills.lock.json",
        lock_json("house-rules", rule_json("frontend") + "," + rule_json("ios") + "," +
                                     rule_json("text") + "," + rule_json("generic")));
  EXPECT_THAT(required(), ElementsAre(Platform::Ios, Platform::Frontend));
}

TEST_F(SkillsLockTest, merges_the_three_sources) {
  write("skills.lock.json", lock_json("backend-guidelines"));
  write(".pumuki/custom-rules.json", R"({"rules":[{"id":"x","platform":"ios"}]})");
  write("AGENTS.md", "Read `vendor/skills/frontend-guidelines/SKILL.md` first.\n");
  write("vendor/skills/frontend-guidelines/SKILL.md", "rules");
  EXPECT_THAT(required(), ElementsAre(Platform::Ios, Platform::Backend, Platform::Frontend));
}

TEST_F(SkillsLockTest, prefers_the_custom_rules_below_the_product_folder) {
  write("pumuki.custom-rules.json", R"([{"id":"x","platform":"android"}])");
  EXPECT_THAT(required(), ElementsAre(Platform::Android));
  write(".pumuki/custom-rules.json", R"([{"id":"x","platform":"ios"}])");
  EXPECT_THAT(required(), ElementsAre(Platform::Ios));
}

TEST_F(SkillsLockTest, ignores_and_names_custom_rules_of_another_shape) {
  for (const char* text : {"no", R"({"rules":7})", R"([{"id":"x"}])", R"(["ios"])"}) {
    write(".pumuki/custom-rules.json", text);
    EXPECT_THAT(required(), IsEmpty()) << text;
    EXPECT_EQ(notices_.size(), 1U) << text;
  }
}

TEST_F(SkillsLockTest, counts_only_skill_documents_that_exist_inside) {
  write("SKILLS.md", "skills/backend-guidelines/SKILL.md ../x/ios-guidelines/SKILL.md");
  EXPECT_THAT(required(), IsEmpty());
  write("skills/backend-guidelines/SKILL.md", "");
  EXPECT_THAT(required(), ElementsAre(Platform::Backend));
}

struct BrokenLock {
  std::string from;
  std::string to;
};

class BrokenLocks : public SkillsLockTest, public testing::WithParamInterface<BrokenLock> {};

TEST_P(BrokenLocks, are_ignored_and_named) {
  const std::string good = lock_json("backend-guidelines", rule_json("backend"));
  write("skills.lock.json", good);
  ASSERT_THAT(required(), ElementsAre(Platform::Backend));
  write("skills.lock.json", replaced(good, GetParam().from, GetParam().to));
  EXPECT_THAT(required(), IsEmpty());
  EXPECT_EQ(notices_.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenLocks,
    testing::Values(BrokenLock{R"("version":"1.0")", R"("version":"1.1")"},
                    BrokenLock{R"("compilerVersion":"1.0.0")", R"("compilerVersion":"1")"},
                    BrokenLock{R"("compilerVersion":"1.0.0")", R"("compilerVersion":"1.0.0-")"},
                    BrokenLock{R"("2026-01-02T03:04:05.000Z")", R"("today")"},
                    BrokenLock{R"("name":"backend-guidelines")", R"("name":" ")"},
                    BrokenLock{R"("source":"file:x")", R"("source":7)"},
                    BrokenLock{k_hash, k_hash.substr(1)},
                    BrokenLock{k_hash.substr(1), k_hash.substr(2) + "g"},
                    BrokenLock{R"("rules":[)", R"("rules":[7,)"},
                    BrokenLock{R"("id":"r")", R"("id":"")"},
                    BrokenLock{R"("severity":"WARN")", R"("severity":"HIGH")"},
                    BrokenLock{R"("platform":"backend")", R"("platform":"web")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","stage":"NEVER")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","confidence":"SOME")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","locked":"yes")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","evaluationMode":"X")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","origin":"x")"},
                    BrokenLock{R"("sourcePath":"p")", R"("sourcePath":"p","astNodeIds":[])"}));

TEST(BundleName, ends_at_the_last_at_sign) {
  EXPECT_EQ(bundle_name_of(" a-b @1.0@2"), "a-b @1.0");
  EXPECT_EQ(bundle_name_of("@scope"), "@scope");
  EXPECT_EQ(bundle_name_of("@scope/x@1"), "@scope/x");
}

struct PathCase {
  Platform platform;
  std::string path;
  bool belongs;
};

class PlatformPaths : public testing::TestWithParam<PathCase> {};

TEST_P(PlatformPaths, are_recognised) {
  EXPECT_EQ(is_platform_path(GetParam().platform, GetParam().path), GetParam().belongs);
}

INSTANTIATE_TEST_SUITE_P(All, PlatformPaths,
                         testing::Values(PathCase{Platform::Ios, "x/A.Swift", true},
                                         PathCase{Platform::Ios, "ios/a.txt", true},
                                         PathCase{Platform::Ios, "Apps/iOS/a.txt", true},
                                         PathCase{Platform::Ios, "src/ios/a.txt", false},
                                         PathCase{Platform::Android, "a.kt", true},
                                         PathCase{Platform::Android, "b.KTS", true},
                                         PathCase{Platform::Android, "android/x", true},
                                         PathCase{Platform::Android, "a.java", false},
                                         PathCase{Platform::Backend, "apps/backend/a.ts", true},
                                         PathCase{Platform::Backend, "apps/backend/a.py", false},
                                         PathCase{Platform::Backend, "src/api/a.mjs", true},
                                         PathCase{Platform::Backend, "server/a.cts", true},
                                         PathCase{Platform::Backend, "apis/a.ts", false},
                                         PathCase{Platform::Frontend, "any/a.TSX", true},
                                         PathCase{Platform::Frontend, "apps/web/a.ts", true},
                                         PathCase{Platform::Frontend, "src/client/a.js", true},
                                         PathCase{Platform::Frontend, "src/a.ts", false},
                                         PathCase{Platform::Frontend, "apps/web/a.css", false}));

evidence::GateFacts facts(std::vector<std::string> active, std::vector<std::string> evaluated,
                          std::vector<std::string> detected = {},
                          std::vector<std::string> bundles = {}) {
  evidence::GateFacts result;
  result.rules_coverage.emplace();
  result.rules_coverage->active_rule_ids = std::move(active);
  result.rules_coverage->evaluated_rule_ids = std::move(evaluated);
  for (std::string& name : detected) {
    result.platforms.push_back({.name = std::move(name), .detected = true});
  }
  for (std::string& name : bundles) {
    result.rulesets.push_back({.platform = "skills", .bundle = std::move(name)});
  }
  return result;
}

TEST(PlatformScopeTest, combines_what_is_detected_with_what_is_inferred) {
  const PlatformScope meeting = platform_scope(facts({"skills.backend.x"}, {}, {"ios", "backend"}));
  EXPECT_THAT(meeting.effective, ElementsAre(Platform::Backend));
  const PlatformScope apart = platform_scope(facts({"skills.android.x"}, {}, {"ios"}));
  EXPECT_THAT(apart.effective, ElementsAre(Platform::Ios));
  const PlatformScope inferred = platform_scope(facts({}, {"skills.frontend.x"}));
  EXPECT_THAT(inferred.effective, ElementsAre(Platform::Frontend));
  EXPECT_THAT(inferred.explicit_ones, IsEmpty());
  EXPECT_THAT(platform_scope(facts({"rules.ios.x"}, {}, {"web"})).effective, IsEmpty());
}

TEST(PlatformScopeTest, needs_the_word_detected_to_be_true) {
  evidence::GateFacts some = facts({}, {});
  some.platforms.push_back({.name = "ios", .detected = false});
  EXPECT_THAT(platform_scope(some).explicit_ones, IsEmpty());
}

TEST(Requirement, counts_a_rule_when_active_and_evaluated) {
  const std::string critical = "skills.ios.critical-test-quality";
  EXPECT_THAT(
      requirement_of(Platform::Ios, facts({critical}, {critical})).missing_critical_rule_ids,
      IsEmpty());
  EXPECT_THAT(requirement_of(Platform::Ios, facts({critical}, {})).missing_critical_rule_ids,
              ElementsAre(critical));
}

TEST(Requirement, is_covered_by_any_transversal_rule) {
  const std::string rule = "skills.android.no-thread-sleep";
  const auto covered = requirement_of(Platform::Android, facts({rule}, {rule}));
  EXPECT_TRUE(covered.transversal_critical_covered);
  EXPECT_THAT(covered.missing_any_transversal_critical_rule_ids, IsEmpty());
  const auto half = requirement_of(Platform::Android, facts({rule}, {}));
  EXPECT_FALSE(half.transversal_critical_covered);
  EXPECT_EQ(half.missing_any_transversal_critical_rule_ids.size(), 2U);
  EXPECT_TRUE(half.active_prefix_covered);
  EXPECT_FALSE(half.evaluated_prefix_covered);
}

TEST(Requirement, counts_bundles_of_the_kind_skills_only) {
  evidence::GateFacts some = facts({}, {}, {}, {"frontend-guidelines@1.2.0"});
  EXPECT_THAT(requirement_of(Platform::Frontend, some).missing_bundles, IsEmpty());
  some.rulesets[0].platform = "frontend";
  EXPECT_THAT(requirement_of(Platform::Frontend, some).missing_bundles,
              ElementsAre("frontend-guidelines"));
}

class ContractTest : public testing::Test {
 protected:
  ContractTest() {
    input_.root = temp_.path();
    input_.changed_paths = [this]() -> Result<std::vector<std::string>> {
      ++asked_;
      return changed_;
    };
  }
  SkillsContract assess() {
    auto contract = assess_skills(input_);
    EXPECT_TRUE(contract);
    return contract.value_or(SkillsContract{});
  }

  test::TempDir temp_;
  SkillsInput input_;
  std::vector<std::string> changed_;
  int asked_ = 0;
};

TEST_F(ContractTest, does_not_apply_without_requirements_and_platforms) {
  const evidence::GateFacts nothing = facts({}, {});
  input_.facts = &nothing;
  EXPECT_EQ(assess().status, SkillsStatus::NotApplicable);
  EXPECT_FALSE(assess().enforced);
  input_.facts = nullptr;
  EXPECT_EQ(assess().status, SkillsStatus::NotApplicable);
}

TEST_F(ContractTest, fails_without_valid_evidence_when_platforms_are_required) {
  input_.required = {Platform::Ios, Platform::Backend};
  input_.strict = true;
  const SkillsContract contract = assess();
  EXPECT_EQ(contract.status, SkillsStatus::Fail);
  EXPECT_TRUE(contract.enforced);
  EXPECT_EQ(contract.requirements.size(), 2U);
  EXPECT_FALSE(contract.requirements[0].active_prefix_covered);
  ASSERT_EQ(contract.violations.size(), 1U);
  EXPECT_EQ(contract.violations[0].code, Code::EvidenceSkillsPlatformsUndetected);
  EXPECT_TRUE(contract.violations[0].error);
}

TEST_F(ContractTest, finds_a_required_platform_by_its_folder_except_before_writing) {
  const evidence::GateFacts nothing = facts({}, {});
  input_.facts = &nothing;
  input_.required = {Platform::Ios, Platform::Backend};
  test::write_bytes(temp_ / "apps/backend/a.txt", "");
  const SkillsContract contract = assess();
  EXPECT_THAT(contract.detected_platforms, ElementsAre(Platform::Backend));
  EXPECT_EQ(contract.requirements.size(), 2U) << "every required platform is assessed";
  input_.stage = Stage::PreWrite;
  EXPECT_THAT(assess().detected_platforms, IsEmpty());
}

TEST_F(ContractTest, waits_before_writing_until_a_required_platform_is_touched) {
  const evidence::GateFacts nothing = facts({}, {});
  input_.facts = &nothing;
  input_.stage = Stage::PreWrite;
  input_.required = {Platform::Backend};
  changed_ = {"apps/backend/a.ts"};
  EXPECT_EQ(assess().status, SkillsStatus::NotApplicable);
  EXPECT_EQ(asked_, 0) << "nothing is pending, so git is not asked";
  input_.pending_changes = 1;
  EXPECT_EQ(assess().status, SkillsStatus::Fail);
  changed_ = {"a.py"};
  EXPECT_EQ(assess().status, SkillsStatus::NotApplicable);
}

TEST_F(ContractTest, is_an_error_when_the_changed_paths_cannot_be_read) {
  const evidence::GateFacts nothing = facts({}, {});
  input_.facts = &nothing;
  input_.stage = Stage::PreWrite;
  input_.required = {Platform::Backend};
  input_.pending_changes = 1;
  input_.changed_paths = [] { return fail(Code::GitFailed, "no"); };
  const auto contract = assess_skills(input_);
  ASSERT_FALSE(contract);
  EXPECT_EQ(contract.error().code, Code::GitFailed);
}

TEST_F(ContractTest, assesses_before_writing_only_what_is_required_and_detected) {
  const std::string rule = "skills.backend.no-empty-catch";
  const evidence::GateFacts backend = facts({rule}, {rule}, {"backend"}, {"backend-guidelines@1"});
  input_.facts = &backend;
  input_.required = {Platform::Backend, Platform::Frontend};
  input_.stage = Stage::PreWrite;
  EXPECT_EQ(assess().status, SkillsStatus::Pass);
  input_.required = {Platform::Frontend};
  const SkillsContract other = assess();
  EXPECT_EQ(other.status, SkillsStatus::NotApplicable);
  EXPECT_THAT(other.detected_platforms, ElementsAre(Platform::Backend));
  input_.stage = Stage::Ci;
  EXPECT_EQ(assess().status, SkillsStatus::Fail);
}

TEST_F(ContractTest, lists_one_violation_per_kind_over_all_platforms) {
  const evidence::GateFacts bare = facts({"skills.x"}, {"skills.x"}, {"ios", "android"});
  input_.facts = &bare;
  const SkillsContract contract = assess();
  ASSERT_EQ(contract.violations.size(), 3U);
  EXPECT_EQ(contract.violations[0].code, Code::EvidencePlatformSkillsScopeIncomplete);
  EXPECT_FALSE(contract.violations[0].error);
  EXPECT_EQ(contract.violations[1].code, Code::EvidencePlatformSkillsBundlesMissing);
  EXPECT_FALSE(contract.violations[1].error);
  EXPECT_EQ(contract.violations[2].code, Code::EvidencePlatformCriticalSkillsRulesMissing);
  EXPECT_TRUE(contract.violations[2].error) << "always an error here";
}

}  // namespace
}  // namespace pumuki::policy
